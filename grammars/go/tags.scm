(comment) @comment

; ── imports ──
(import_spec path: (_) @import.source) @import
(import_spec name: (package_identifier) @import.all)
(import_spec name: (dot) @import.all)

; ── definitions ──
(function_declaration name: (identifier) @name body: (block) @body) @definition.function
(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @receiver))
  name: (field_identifier) @name body: (block) @body) @definition.method
(type_declaration . (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) .)
  @definition.struct
(type_declaration . (type_spec name: (type_identifier) @name type: (interface_type "{" @body)) .) @definition.interface
(type_declaration . (type_spec name: (type_identifier) @name) .) @definition.type
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(interface_type (method_elem name: (field_identifier) @name) @definition.method)
(struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
(source_file (const_declaration . (const_spec name: (identifier) @name) .) @definition.constant)
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration . (var_spec name: (identifier) @name) .) @definition.variable)
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))

; ── references ──
(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @reference.call))
(call_expression function: (type_instantiation_expression type: (type_identifier) @reference.call))
(type_conversion_expression type: (generic_type type: (type_identifier) @reference.call))
(field_declaration !name type: (type_identifier) @reference.extends)
(field_declaration !name type: (pointer_type (type_identifier) @reference.extends))
(field_declaration !name
  type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.extends))
(interface_type (type_elem (type_identifier) @reference.extends))
(interface_type (type_elem (qualified_type package: (_) @receiver name: (type_identifier) @reference.extends)))
(composite_literal type: (type_identifier) @reference.call)
(composite_literal type: (generic_type type: (type_identifier) @reference.call))
(composite_literal type: (qualified_type package: (_) @receiver name: (type_identifier) @reference.call))
(qualified_type package: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type
(type_parameter_declaration name: (identifier) @type-parameter)
(method_declaration receiver: (parameter_list (parameter_declaration type: (generic_type
  type_arguments: (type_arguments (type_elem (type_identifier) @type-parameter))))))
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (generic_type
  type_arguments: (type_arguments (type_elem (type_identifier) @type-parameter)))))))

; ── what names are ──
(parameter_declaration name: (identifier) @binding.name type: (_) @binding.type)
(var_spec name: (identifier) @binding.name type: (_) @binding.type)
(var_spec name: (identifier) @binding.name value: (expression_list . (composite_literal type: (_) @binding.type)))
(short_var_declaration
  left: (expression_list . (identifier) @binding.name)
  right: (expression_list . (composite_literal type: (_) @binding.type)))
(short_var_declaration
  left: (expression_list . (identifier) @binding.name)
  right: (expression_list . (unary_expression operand: (composite_literal type: (_) @binding.type))))
(short_var_declaration
  left: (expression_list . (identifier) @binding.name)
  right: (expression_list . (call_expression
    function: (identifier) @_new arguments: (argument_list . (_) @binding.type)))
  (#eq? @_new "new"))
(field_declaration name: (field_identifier) @field.name type: (_) @binding.type)

; ── parameters and local variables ──

(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local)) @local.after
(range_clause left: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(short_var_declaration
  left: (expression_list . (identifier) @binding.name)
  right: (expression_list . (call_expression function: [(identifier) (selector_expression)] @binding.call)))
(source_file (var_declaration (var_spec name: (identifier) @binding.name
  value: (expression_list . (call_expression function: [(identifier) (selector_expression)] @binding.call)))))
