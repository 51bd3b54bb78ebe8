(comment) @comment
(attribute_list) @decorator

; Usings
(using_directive
  name: (identifier) @import.alias
  [(identifier) (qualified_name)] @import.source .) @import
(using_directive !name [(identifier) (qualified_name)] @import.source) @import

; Namespaces and types
(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type
(type_parameter name: (identifier) @type-parameter)

; Members
(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(local_function_statement name: (identifier) @name body: (_)? @body) @definition.function
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.constructor
(destructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(operator_declaration operator: _ @name body: (_)? @body) @definition.method
(indexer_declaration "this" @name) @definition.property
(property_declaration name: (identifier) @name) @definition.property
(event_declaration name: (identifier) @name) @definition.property
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.property
(field_declaration
  (modifier) @_modifier
  (variable_declaration (variable_declarator name: (identifier) @name))
  (#eq? @_modifier "const")) @definition.constant
(field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(record_declaration
  (parameter_list (parameter name: (identifier) @name) @definition.property))

; Uses
(invocation_expression
  function: [
    (identifier) @reference.call
    (generic_name (identifier) @reference.call)
  ])
(invocation_expression
  function: (member_access_expression
    expression: _ @receiver
    name: [
      (identifier) @reference.call
      (generic_name (identifier) @reference.call)
    ]))
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression
      name: [
        (identifier) @reference.call
        (generic_name (identifier) @reference.call)
      ])))
(object_creation_expression
  type: [
    (identifier) @reference.call
    (generic_name (identifier) @reference.call)
    (qualified_name qualifier: (_) @receiver name: (identifier) @reference.call)
    (qualified_name qualifier: (_) @receiver name: (generic_name (identifier) @reference.call))
  ])
(attribute
  name: [
    (identifier) @reference.call
    (qualified_name name: (identifier) @reference.call)
  ])
(base_list
  [
    (identifier) @reference.implements
    (generic_name (identifier) @reference.implements)
    (qualified_name name: (identifier) @reference.implements)
  ]
  (#match? @reference.implements "^I[A-Z]"))
(base_list
  [
    (identifier) @reference.extends
    (generic_name (identifier) @reference.extends)
    (qualified_name name: (identifier) @reference.extends)
    (primary_constructor_base_type type: (identifier) @reference.extends)
  ])
(_ type: (identifier) @reference.type)
(_ returns: (identifier) @reference.type)
(generic_name (identifier) @reference.type)
(nullable_type (identifier) @reference.type)
(array_type (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(type_parameter_constraint type: (identifier) @reference.type)
(_ type: (qualified_name name: (identifier) @reference.type))
(_ returns: (qualified_name name: (identifier) @reference.type))
(member_access_expression
  expression: (identifier) @reference.type
  (#match? @reference.type "^[A-Z]"))

; Variables whose type is written or made in place
(parameter type: (_) @binding.type name: (identifier) @binding.name)
(variable_declaration
  type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @binding.type
  (variable_declarator name: (identifier) @binding.name))
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @binding.name
    [
      (object_creation_expression type: (_) @binding.type)
      (await_expression (object_creation_expression type: (_) @binding.type))
    ]))
(field_declaration
  (variable_declaration
    type: (_) @binding.type
    (variable_declarator name: (identifier) @field.name)))
(property_declaration type: (_) @binding.type name: (identifier) @field.name)
(record_declaration
  (parameter_list (parameter type: (_) @binding.type name: (identifier) @field.name)))
(class_declaration
  (parameter_list (parameter type: (_) @binding.type name: (identifier) @field.name)))
(foreach_statement type: (_) @binding.type left: (identifier) @binding.name)
(declaration_pattern type: (_) @binding.type name: (identifier) @binding.name)
(catch_declaration type: (_) @binding.type name: (identifier) @binding.name)

; ── parameters and local variables ──

(parameter name: (identifier) @local)
(variable_declarator name: (identifier) @local)
(foreach_statement left: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(implicit_parameter) @local
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @binding.name
    [
      (invocation_expression function: (_) @binding.call)
      (await_expression (invocation_expression function: (_) @binding.call))
    ]))
