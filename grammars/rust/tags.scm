(line_comment) @comment
(block_comment) @comment
(attribute_item) @decorator

; ── imports ──
(use_declaration (visibility_modifier) argument: (_) @import.tree) @reexport
(use_declaration argument: (_) @import.tree) @import
(extern_crate_declaration name: (identifier) @import.source) @import
(extern_crate_declaration alias: (identifier) @import.alias)
(mod_item name: (identifier) @import.source !body) @import

; ── definitions ──
(function_item name: (_) @name body: (block) @body) @definition.function
(function_signature_item name: (_) @name) @definition.function
(struct_item name: (type_identifier) @name body: (_) @body) @definition.struct
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.union
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.constant
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(impl_item type: (type_identifier) @name body: (_) @body) @definition.impl
(impl_item type: (generic_type type: (type_identifier) @name) body: (_) @body) @definition.impl
(impl_item type: (scoped_type_identifier name: (type_identifier) @name) body: (_) @body) @definition.impl
(impl_item type: (reference_type type: (type_identifier) @name) body: (_) @body) @definition.impl
(impl_item type: (primitive_type) @name body: (_) @body) @definition.impl
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(macro_definition name: (identifier) @name) @definition.macro
(struct_item body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))

; ── references ──
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @reference.call))
(call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function
  function: (scoped_identifier path: (_) @receiver name: (identifier) @reference.call)))
(call_expression function: (generic_function
  function: (field_expression value: (_) @receiver field: (field_identifier) @reference.call)))
(macro_invocation macro: (identifier) @reference.call)
(macro_invocation macro: (scoped_identifier path: (_) @receiver name: (identifier) @reference.call))
(struct_expression name: (type_identifier) @reference.call)
(struct_expression name: (scoped_type_identifier path: (_) @receiver name: (type_identifier) @reference.call))
(impl_item trait: (type_identifier) @reference.implements)
(impl_item trait: (generic_type type: (type_identifier) @reference.implements))
(impl_item trait: (scoped_type_identifier path: (_) @receiver name: (type_identifier) @reference.implements))
(impl_item trait: (generic_type type: (scoped_type_identifier path: (_) @receiver name: (_) @reference.implements)))
(trait_item bounds: (trait_bounds (type_identifier) @reference.extends))
(trait_item bounds: (trait_bounds (generic_type type: (type_identifier) @reference.extends)))
(attribute_item (attribute (identifier) @_derive arguments: (token_tree (identifier) @reference.implements))
  (#eq? @_derive "derive"))
(scoped_type_identifier path: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type
(scoped_identifier path: (identifier) @reference.type (#match? @reference.type "^[A-Z]"))
(type_parameter name: (type_identifier) @type-parameter)

; ── what names are ──
(parameter pattern: (identifier) @binding.name type: (_) @binding.type)
(let_declaration pattern: (identifier) @binding.name type: (_) @binding.type)
(let_declaration pattern: (identifier) @binding.name value: (struct_expression name: (_) @binding.type))
(let_declaration pattern: (identifier) @binding.name
  value: (call_expression function: (scoped_identifier path: (_) @binding.call name: (identifier) @_new))
  (#match? @_new "^(new|default|with_.*|from|open|build)$"))
(let_declaration pattern: (identifier) @binding.name
  value: (call_expression function: (scoped_identifier path: (generic_type type: (_) @binding.call))))
(static_item name: (identifier) @binding.name type: (_) @binding.type)
(const_item name: (identifier) @binding.name type: (_) @binding.type)
(field_declaration name: (field_identifier) @field.name type: (_) @binding.type)

; ── parameters and local variables ──

(parameter pattern: (identifier) @local)
(let_declaration pattern: (identifier) @local) @local.after
(let_declaration pattern: (tuple_pattern (identifier) @local)) @local.after
(closure_parameters (identifier) @local)
(closure_parameters (parameter pattern: (identifier) @local))
(for_expression pattern: (identifier) @local)
(tuple_struct_pattern type: (_) (identifier) @local)
(let_declaration pattern: (identifier) @binding.name
  value: (call_expression function: [(identifier) (scoped_identifier)] @binding.call))
(let_declaration pattern: (identifier) @binding.name
  value: (try_expression (call_expression function: [(identifier) (scoped_identifier)] @binding.call)))
