; On top of ecmascript: types, interfaces, namespaces, overloads.

; ── definitions ──
(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body name: (_) @name @definition.constant)
(enum_body (enum_assignment name: (_) @name) @definition.constant)
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: (_) @name body: (_) @body) @definition.namespace
(function_signature name: (identifier) @name @overload) @definition.function
(class_body (method_signature name: (_) @name @overload) @definition.method)
(abstract_method_signature name: (_) @name) @definition.method
(interface_body (method_signature name: (_) @name) @definition.method)
(interface_body (property_signature name: (_) @name) @definition.property)
(class_body (public_field_definition name: (_) @name value: (arrow_function body: (_) @body)) @definition.method)
(class_body (public_field_definition name: (_) @name value: (function_expression body: (_) @body)) @definition.method)
(class_body (public_field_definition name: (_) @name) @definition.field)
(internal_module body: (statement_block (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name)) @definition.constant))
(internal_module body: (statement_block (export_statement (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name)) @definition.constant)))
(ambient_declaration (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name)) @definition.constant)
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name value: (as_expression (object) @body))) @definition.constant)
(program (export_statement (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name value: (as_expression (object) @body))) @definition.constant))

; ── imports ──
(import_require_clause (identifier) @import.all source: (string) @import.source) @import

; ── references ──
(class_heritage (extends_clause value: (identifier) @reference.extends))
(class_heritage (extends_clause
  value: (member_expression object: (_) @receiver property: (_) @reference.extends)))
(implements_clause (type_identifier) @reference.implements)
(implements_clause (generic_type name: (type_identifier) @reference.implements))
(implements_clause (nested_type_identifier module: (_) @receiver name: (_) @reference.implements))
(extends_type_clause type: (type_identifier) @reference.extends)
(extends_type_clause type: (generic_type name: (type_identifier) @reference.extends))
(nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type
(type_query (identifier) @reference.type)
(type_parameter name: (type_identifier) @type-parameter)
(call_expression function: (non_null_expression (identifier) @reference.call))
(call_expression
  function: (non_null_expression (member_expression object: (_) @receiver property: (_) @reference.call)))

; ── what names are ──
(variable_declarator name: (identifier) @binding.name type: (type_annotation (_) @binding.type))
(required_parameter pattern: (identifier) @binding.name type: (type_annotation (_) @binding.type))
(optional_parameter pattern: (identifier) @binding.name type: (type_annotation (_) @binding.type))
(required_parameter (accessibility_modifier)
  pattern: (identifier) @field.name type: (type_annotation (_) @binding.type))
(required_parameter "readonly" pattern: (identifier) @field.name type: (type_annotation (_) @binding.type))
(public_field_definition name: (_) @field.name type: (type_annotation (_) @binding.type))
(public_field_definition name: (_) @field.name value: (new_expression constructor: (_) @binding.type))
(property_signature name: (_) @field.name type: (type_annotation (_) @binding.type))

(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
