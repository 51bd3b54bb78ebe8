; Stands before the C queries: the first pattern that claims a name wins

(module_import path: (identifier) @import.source) @import

; Classes
(class_interface . (identifier) @name category: (identifier)) @definition.impl
(class_interface . (identifier) @name [(property_declaration) (method_declaration)] @body) @definition.class
(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name (implementation_definition) @body) @definition.impl
(class_implementation . (identifier) @name) @definition.impl
(protocol_declaration
  .
  (identifier) @name
  [(property_declaration) (method_declaration)] @body) @definition.interface
(protocol_declaration . (identifier) @name) @definition.interface
(method_declaration . (method_type)? . (identifier) @name) @definition.method
(method_definition . (method_type)? . (identifier) @name (compound_statement) @body) @definition.method
(property_declaration
  (struct_declaration
    (struct_declarator
      [
        (identifier) @name
        (pointer_declarator declarator: (identifier) @name)
      ]))) @definition.property

; Uses
(class_interface superclass: (identifier) @reference.extends)
(class_interface (parameterized_arguments (type_name (type_identifier) @reference.implements)))
(protocol_reference_list (identifier) @reference.implements)
(message_expression receiver: (_) @receiver . method: (identifier) @reference.call)
(message_expression
  receiver: (identifier) @reference.type
  (#match? @reference.type "^[A-Z]"))
(type_name (type_identifier) @reference.type)

; Variables whose type is written
(method_parameter
  (method_type (type_name (type_identifier) @binding.type))
  (identifier) @binding.name)
(property_declaration
  (struct_declaration
    (type_identifier) @binding.type
    (struct_declarator
      [
        (identifier) @field.name
        (pointer_declarator declarator: (identifier) @field.name)
      ])))
