[(comment) (multiline_comment)] @comment
(modifiers (attribute) @decorator)

; Imports
(import_declaration (identifier) @import.source) @import

; Types
(class_declaration
  "class"
  name: (type_identifier) @name
  body: (_) @body) @definition.class
(class_declaration
  "struct"
  name: (type_identifier) @name
  body: (_) @body) @definition.struct
(class_declaration
  "actor"
  name: (type_identifier) @name
  body: (_) @body) @definition.class
(class_declaration
  "enum"
  name: (type_identifier) @name
  body: (_) @body) @definition.enum
(class_declaration
  "extension"
  name: (user_type (type_identifier) @name .)
  body: (_) @body) @definition.impl
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(typealias_declaration . (modifiers)? . name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(enum_entry name: (simple_identifier) @name) @definition.constant
(type_parameter . (type_identifier) @type-parameter)

; Members and functions
(function_declaration name: (simple_identifier) @name body: (_)? @body) @definition.function
(function_declaration
  [(custom_operator) "==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%"] @name
  body: (_)? @body) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration "init" @name body: (_)? @body) @definition.constructor
(deinit_declaration "deinit" @name body: (_)? @body) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(enum_class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(source_file
  (property_declaration
    (value_binding_pattern) @_binding
    name: (pattern bound_identifier: (simple_identifier) @name)
    (#eq? @_binding "let")) @definition.constant)
(source_file
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)

; Uses
(call_expression
  .
  (simple_identifier) @reference.call
  (call_suffix [(value_arguments "(") (lambda_literal)]))
(call_expression
  .
  (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(class_declaration
  ["struct" "enum" "actor" "extension"]
  (inheritance_specifier (user_type (type_identifier) @reference.implements .)))
(class_declaration
  "class"
  (inheritance_specifier)
  (inheritance_specifier (user_type (type_identifier) @reference.implements .)))
(class_declaration
  "class"
  (inheritance_specifier (user_type (type_identifier) @reference.implements .))
  (#match? @reference.implements "(Protocol|able|Delegate|DataSource|Convertible)$"))
(inheritance_specifier (user_type (type_identifier) @reference.extends .))
(inheritance_specifier (user_type (type_identifier) @reference.extends (type_arguments) .))
(attribute (user_type (type_identifier) @reference.call))
(user_type (type_identifier) @reference.type)
(navigation_expression
  target: (simple_identifier) @reference.type
  (#match? @reference.type "^[A-Z]"))

; Variables whose type is written or made in place
(parameter name: (simple_identifier) @binding.name [(user_type) (optional_type)] @binding.type)
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @binding.name)
  (type_annotation [(user_type) (optional_type)] @binding.type))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @binding.name)
  value: (call_expression . (simple_identifier) @binding.call))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @binding.name)
  value: (try_expression expr: (call_expression . (simple_identifier) @binding.call)))
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @field.name)
    (type_annotation [(user_type) (optional_type)] @binding.type)))
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @field.name)
    value: (call_expression . (simple_identifier) @binding.call)))
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @field.name)
  (type_annotation [(user_type) (optional_type)] @binding.type))

; ── parameters and local variables ──

(parameter name: (simple_identifier) @local)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @local))
(lambda_parameter name: (simple_identifier) @local)
