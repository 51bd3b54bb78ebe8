[(comment) (block_comment)] @comment
(annotation) @decorator

; Imports
(import_declaration) @import @import.tree

; Types
(class_definition name: (identifier) @name body: (_)? @body) @definition.class
(object_definition name: (identifier) @name body: (_)? @body) @definition.object
(trait_definition name: (identifier) @name body: (_)? @body) @definition.trait
(enum_definition name: (identifier) @name body: (_)? @body) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.constant
(full_enum_case name: (identifier) @name) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type
(given_definition name: (identifier) @name body: (_)? @body) @definition.object
(extension_definition
  parameters: (parameters . (parameter type: [(type_identifier) (generic_type)] @receiver))
  body: (function_definition name: (identifier) @name body: (_) @body) @definition.method)
(type_parameters name: (identifier) @type-parameter)

; Members
(function_definition name: [(identifier) (operator_identifier)] @name body: (_) @body) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @definition.function
(template_body (val_definition pattern: (identifier) @name) @definition.property)
(template_body (var_definition pattern: (identifier) @name) @definition.property)
(template_body (val_declaration name: (identifier) @name) @definition.property)
(template_body (var_declaration name: (identifier) @name) @definition.property)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.variable)
(class_definition
  class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.property))
(enum_definition
  class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.property))

; Uses
(extends_clause (type_identifier) @reference.extends)
(extends_clause (generic_type type: (type_identifier) @reference.extends))
(extends_clause (stable_type_identifier (type_identifier) @reference.extends))
(call_expression
  function: [
    (identifier) @reference.call
    (generic_function function: (identifier) @reference.call)
  ])
(call_expression
  function: [
    (field_expression value: (_) @receiver field: (identifier) @reference.call)
    (generic_function
      function: (field_expression value: (_) @receiver field: (identifier) @reference.call))
  ])
(instance_expression
  .
  [
    (type_identifier) @reference.call
    (generic_type type: (type_identifier) @reference.call)
    (compound_type base: (type_identifier) @reference.call)
    (compound_type base: (generic_type type: (type_identifier) @reference.call))
  ])
(infix_expression operator: (identifier) @reference.call)
(annotation name: (type_identifier) @reference.call)
(type_identifier) @reference.type
(field_expression
  value: (identifier) @reference.type
  (#match? @reference.type "^[A-Z]"))

; Variables whose type is written or made in place
(parameter name: (identifier) @binding.name type: (_) @binding.type)
(class_parameter name: (identifier) @field.name type: (_) @binding.type)
(val_definition pattern: (identifier) @binding.name type: (_) @binding.type)
(var_definition pattern: (identifier) @binding.name type: (_) @binding.type)
(template_body (val_definition pattern: (identifier) @field.name type: (_) @binding.type))
(template_body (var_definition pattern: (identifier) @field.name type: (_) @binding.type))
(val_definition
  pattern: (identifier) @binding.name
  value: (call_expression function: (identifier) @binding.call))
(val_definition
  pattern: (identifier) @binding.name
  value: (instance_expression . [(type_identifier) (generic_type)] @binding.type))
(template_body
  (val_definition
    pattern: (identifier) @field.name
    value: (instance_expression . [(type_identifier) (generic_type)] @binding.type)))

(val_definition
  pattern: (identifier) @binding.name
  value: (call_expression function: (field_expression) @binding.call))

; ── parameters and local variables ──

(parameter name: (identifier) @local)
(val_definition pattern: (identifier) @local)
(var_definition pattern: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(binding name: (identifier) @local)
