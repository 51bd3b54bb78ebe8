(line_comment) @comment
(block_comment) @comment
(marker_annotation) @decorator
(annotation) @decorator

; ── imports ──
(import_declaration (scoped_identifier) @import.source) @import
(import_declaration (asterisk) @import.all)
(import_declaration "static"
  (scoped_identifier scope: (_) @import.source name: (identifier) @import.name) . ";")

; ── definitions ──
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name body: (_) @body) @definition.constant
(enum_constant name: (identifier) @name) @definition.constant
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(field_declaration (modifiers "final") declarator: (variable_declarator name: (identifier) @name))
  @definition.field
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

; ── references ──
(method_invocation !object name: (identifier) @reference.call)
(method_invocation object: (_) @receiver name: (identifier) @reference.call)
(method_reference . (_) @receiver (identifier) @reference.call .)
(object_creation_expression type: (type_identifier) @reference.call)
(object_creation_expression type: (generic_type . (type_identifier) @reference.call))
(object_creation_expression type: (scoped_type_identifier (_) @receiver (type_identifier) @reference.call .))
(marker_annotation name: (identifier) @reference.call)
(annotation name: (identifier) @reference.call)
(superclass (type_identifier) @reference.extends)
(superclass (generic_type . (type_identifier) @reference.extends))
(superclass (scoped_type_identifier (_) @receiver (type_identifier) @reference.extends .))
(extends_interfaces (type_list (type_identifier) @reference.extends))
(extends_interfaces (type_list (generic_type . (type_identifier) @reference.extends)))
(super_interfaces (type_list (type_identifier) @reference.implements))
(super_interfaces (type_list (generic_type . (type_identifier) @reference.implements)))
(super_interfaces (type_list (scoped_type_identifier (_) @receiver (type_identifier) @reference.implements .)))
(scoped_type_identifier (_) @receiver (type_identifier) @reference.type .)
(type_identifier) @reference.type
(method_invocation object: (identifier) @reference.type (#match? @reference.type "^[A-Z][a-zA-Z0-9]*[a-z]"))
(type_parameter (type_identifier) @type-parameter)

; ── what names are ──
(formal_parameter type: (_) @binding.type name: (identifier) @binding.name)
(local_variable_declaration
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @binding.type
  declarator: (variable_declarator name: (identifier) @binding.name)
  (#not-eq? @binding.type "var"))
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @binding.name value: (object_creation_expression type: (_) @binding.type)))
(enhanced_for_statement type: (_) @binding.type name: (identifier) @binding.name)
(resource type: (_) @binding.type name: (identifier) @binding.name)
(catch_formal_parameter (catch_type (type_identifier) @binding.type) name: (identifier) @binding.name)
(field_declaration type: (_) @binding.type declarator: (variable_declarator name: (identifier) @field.name))
(record_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @binding.type name: (identifier) @field.name)))

(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @binding.name value: (method_invocation) @binding.call))
