[(comment) (documentation_comment)] @comment
(annotation) @decorator

; Imports
(import_or_export
  (library_import
    (import_specification
      (configurable_uri (uri (string_literal) @import.source))
      (identifier)? @import.alias))) @import
(import_or_export (library_export (configurable_uri (uri (string_literal) @import.source)))) @reexport
(part_directive (uri (string_literal) @import.source)) @import

; Types
(class_definition name: (identifier) @name body: (_) @body) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(extension_declaration name: (identifier) @name body: (_) @body) @definition.impl
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(type_alias . (type_identifier) @name) @definition.type
(type_parameter . (type_identifier) @type-parameter)

; Members: a signature and its body are siblings
((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body)
((method_signature (getter_signature name: (identifier) @name)) @definition.property . (function_body) @body)
((method_signature (setter_signature name: (identifier) @name)) @definition.property . (function_body) @body)
((method_signature (operator_signature (binary_operator) @name)) @definition.method . (function_body) @body)
((method_signature (constructor_signature name: (identifier) @name . parameters: (_)))
  @definition.constructor
  .
  (function_body) @body)
((method_signature (factory_constructor_signature (identifier) . (identifier) @name))
  @definition.constructor
  .
  (function_body) @body)
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @body)
(program (getter_signature name: (identifier) @name) @definition.function . (function_body) @body)

; Signatures alone
(method_signature (function_signature name: (identifier) @name)) @definition.method
(method_signature (getter_signature name: (identifier) @name)) @definition.property
(method_signature (setter_signature name: (identifier) @name)) @definition.property
(method_signature (operator_signature (binary_operator) @name)) @definition.method
(method_signature (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor
(method_signature (factory_constructor_signature (identifier) . (identifier) @name)) @definition.constructor
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(program (function_signature name: (identifier) @name) @definition.function)
(program (getter_signature name: (identifier) @name) @definition.function)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

; Uses
(superclass (type_identifier) @reference.extends)
(mixins (type_identifier) @reference.implements)
(interfaces (type_identifier) @reference.implements)
((identifier) @reference.call . (selector (argument_part)))
((identifier) @receiver
  .
  (selector (unconditional_assignable_selector (identifier) @reference.call))
  .
  (selector (argument_part)))
((this) @receiver
  .
  (selector (unconditional_assignable_selector (identifier) @reference.call))
  .
  (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @receiver))
  .
  (selector (unconditional_assignable_selector (identifier) @reference.call))
  .
  (selector (argument_part)))
(new_expression (type_identifier) @reference.call)
(const_object_expression (type_identifier) @reference.call)
(annotation name: (identifier) @reference.call)
(type_identifier) @reference.type

; Variables whose type is written or made in place
(formal_parameter (type_identifier) @binding.type name: (identifier) @binding.name)
(initialized_variable_definition
  name: (identifier) @binding.name
  value: (identifier) @binding.call
  .
  value: (selector (argument_part)))
(declaration
  (type_identifier) @binding.type
  [
    (initialized_identifier_list (initialized_identifier . (identifier) @field.name))
    (static_final_declaration_list (static_final_declaration . (identifier) @field.name))
  ])
