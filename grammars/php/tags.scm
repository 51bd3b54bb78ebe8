(comment) @comment
(attribute_list) @decorator

; Imports
(namespace_use_declaration) @import @import.tree
(require_once_expression (_ (string_content) @import.source)) @import
(require_once_expression (_ (string (string_content) @import.source))) @import
(require_expression (_ (string_content) @import.source)) @import
(require_expression (_ (string (string_content) @import.source))) @import
(include_expression (_ (string_content) @import.source)) @import
(include_expression (_ (string (string_content) @import.source))) @import
(include_once_expression (_ (string_content) @import.source)) @import
(include_once_expression (_ (string (string_content) @import.source))) @import

; Definitions
(namespace_definition name: (namespace_name) @name body: (_)? @body) @definition.namespace
(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.constant
(function_definition name: (name) @name body: (_) @body) @definition.function
(method_declaration name: (name) @name body: (_)? @body) @definition.method
(const_declaration (const_element . (name) @name)) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name))) @definition.property
(_
  name: (name) @receiver
  body: (declaration_list
    (method_declaration
      parameters: (formal_parameters
        (property_promotion_parameter name: (variable_name (name) @name)) @definition.property))))
(expression_statement
  (function_call_expression
    function: (name) @_define
    arguments: (arguments . (argument (string (string_content) @name)))
    (#eq? @_define "define"))) @definition.constant

; Uses. `\Name` is the global one
(base_clause (qualified_name . "\\" @receiver . (name) @reference.extends))
(class_interface_clause (qualified_name . "\\" @receiver . (name) @reference.implements))
(use_declaration (qualified_name . "\\" @receiver . (name) @reference.implements))
(object_creation_expression (qualified_name . "\\" @receiver . (name) @reference.call))
(attribute (qualified_name . "\\" @receiver . (name) @reference.call))
(qualified_name . "\\" @receiver . (name) @reference.type)
(base_clause
  [
    (name) @reference.extends
    (qualified_name (name) @reference.extends)
  ])
(class_interface_clause
  [
    (name) @reference.implements
    (qualified_name (name) @reference.implements)
  ])
(use_declaration
  [
    (name) @reference.implements
    (qualified_name (name) @reference.implements)
  ])
(function_call_expression
  function: [
    (name) @reference.call
    (qualified_name prefix: (_) @receiver (name) @reference.call)
  ]
  (#not-any-of? @reference.call "isset" "empty" "array" "define"))
(member_call_expression object: (_) @receiver name: (name) @reference.call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @reference.call)
(scoped_call_expression scope: (_) @receiver name: (name) @reference.call)
(object_creation_expression
  [
    (name) @reference.call
    (qualified_name (name) @reference.call)
  ]
  (#not-any-of? @reference.call "static" "self" "parent"))
(attribute
  [
    (name) @reference.call
    (qualified_name (name) @reference.call)
  ])
(named_type
  [
    (name) @reference.type
    (qualified_name (name) @reference.type)
  ]
  (#not-any-of? @reference.type "self" "static" "parent"))
(scoped_call_expression
  scope: [
    (name) @reference.type
    (qualified_name (name) @reference.type)
  ])
(class_constant_access_expression
  .
  [
    (name) @reference.type
    (qualified_name (name) @reference.type)
  ])
(scoped_property_access_expression
  scope: [
    (name) @reference.type
    (qualified_name (name) @reference.type)
  ])
(binary_expression operator: "instanceof" right: (name) @reference.type)
(type_list (named_type (name) @reference.type))

; Variables whose type is written or made in place
(simple_parameter type: [(named_type) @binding.type (optional_type (named_type) @binding.type)] name: (variable_name) @binding.name)
(property_promotion_parameter type: [(named_type) @binding.type (optional_type (named_type) @binding.type)] name: (variable_name) @binding.name)
(property_promotion_parameter type: [(named_type) @binding.type (optional_type (named_type) @binding.type)] name: (variable_name (name) @field.name))
(property_declaration
  type: [(named_type) @binding.type (optional_type (named_type) @binding.type)]
  (property_element name: (variable_name (name) @field.name)))
(assignment_expression
  left: (variable_name) @binding.name
  right: (object_creation_expression
    [
      (name) @binding.type
      (qualified_name (name) @binding.type)
    ]))
(assignment_expression
  left: (member_access_expression
    object: (variable_name) @_this
    name: (name) @field.name)
  right: (object_creation_expression
    [
      (name) @binding.type
      (qualified_name (name) @binding.type)
    ])
  (#eq? @_this "$this"))
(assignment_expression
  left: (variable_name) @binding.name
  right: [(function_call_expression) (scoped_call_expression) (member_call_expression)] @binding.call)
(catch_clause type: (type_list (named_type) @binding.type) name: (variable_name) @binding.name)
