(line_comment) @comment
(multiline_comment) @comment
(modifiers (annotation) @decorator)

; ── imports ──
(import_header (identifier) @import.source) @import
(import_header (import_alias (type_identifier) @import.alias))
(import_header (wildcard_import) @import.all)

; ── definitions ──
(class_declaration "interface" (type_identifier) @name (class_body) @body) @definition.interface
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration (type_identifier) @name [(class_body) (enum_class_body)] @body) @definition.class
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name (class_body) @body) @definition.object
(object_declaration (type_identifier) @name) @definition.object
(companion_object (type_identifier) @name (class_body) @body) @definition.object
(enum_entry (simple_identifier) @name) @definition.constant
(type_alias (type_identifier) @name) @definition.type
(function_declaration
  [(user_type (type_identifier) @receiver) (nullable_type (user_type (type_identifier) @receiver))]
  . (simple_identifier) @name (function_body) @body) @definition.function
(function_declaration (simple_identifier) @name (function_body) @body) @definition.function
(function_declaration (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name (statements)? @body) @definition.constructor
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(class_body (property_declaration (modifiers (property_modifier) @_const)
  (variable_declaration (simple_identifier) @name)) @definition.constant (#eq? @_const "const"))
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (modifiers (property_modifier) @_const)
  (variable_declaration (simple_identifier) @name)) @definition.constant (#eq? @_const "const"))
(source_file (property_declaration
  (user_type (type_identifier) @receiver) . (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.variable)

; ── references ──
(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression
  (_) @receiver (navigation_suffix (simple_identifier) @reference.call)))
(infix_expression . (_) @receiver . (simple_identifier) @reference.call)
(annotation (user_type (type_identifier) @reference.call))
(annotation (constructor_invocation (user_type (type_identifier) @reference.call)))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.extends .)))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.extends (type_arguments) .)))
(delegation_specifier (user_type (type_identifier) @reference.implements .))
(delegation_specifier (user_type (type_identifier) @reference.implements (type_arguments) .))
(delegation_specifier (explicit_delegation (user_type (type_identifier) @reference.implements)))
(user_type (type_identifier) @reference.type .)
(user_type (type_identifier) @reference.type (type_arguments) .)
(callable_reference (type_identifier) @reference.type)
(callable_reference (simple_identifier) @reference.call)
(type_parameter (type_identifier) @type-parameter)

; ── what names are ──
(class_body (property_declaration (variable_declaration
  (simple_identifier) @field.name [(user_type) (nullable_type)] @binding.type)))
(class_body (property_declaration
  (variable_declaration (simple_identifier) @field.name) (call_expression . (simple_identifier) @binding.call)))
(class_parameter (binding_pattern_kind) (simple_identifier) @field.name
  [(user_type) (nullable_type)] @binding.type)
(class_parameter (simple_identifier) @binding.name [(user_type) (nullable_type)] @binding.type)
(parameter (simple_identifier) @binding.name [(user_type) (nullable_type)] @binding.type)
(statements (property_declaration (variable_declaration
  (simple_identifier) @binding.name [(user_type) (nullable_type)] @binding.type)))
(statements (property_declaration
  (variable_declaration (simple_identifier) @binding.name) (call_expression . (simple_identifier) @binding.call)))
(source_file (property_declaration
  (variable_declaration (simple_identifier) @binding.name) (call_expression . (simple_identifier) @binding.call)))

; ── parameters and local variables ──

(parameter (simple_identifier) @local)
(variable_declaration (simple_identifier) @local)
(statements (property_declaration
  (variable_declaration (simple_identifier) @binding.name) (call_expression . (navigation_expression)) @binding.call))
(source_file (property_declaration
  (variable_declaration (simple_identifier) @binding.name) (call_expression . (navigation_expression)) @binding.call))
(class_body (property_declaration
  (variable_declaration (simple_identifier) @field.name) (call_expression . (navigation_expression)) @binding.call))
