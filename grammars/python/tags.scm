(comment) @comment
(decorator) @decorator
(module . (expression_statement (string) @doc))
(module . (comment)+ . (expression_statement (string) @doc))
(class_definition body: (block . (expression_statement (string) @doc)))
(function_definition body: (block . (expression_statement (string) @doc)))

; ── imports ──
(import_statement) @import
(import_statement name: (dotted_name) @import.source)
(import_statement name: (aliased_import name: (dotted_name) @import.source alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.source) @import
(import_from_statement name: (dotted_name) @import.name)
(import_from_statement name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement (wildcard_import) @import.all)
(future_import_statement "__future__" @import.source) @import
(future_import_statement name: (dotted_name) @import.name)

; ── definitions ──
(decorated_definition
  (decorator (identifier) @overload (#eq? @overload "overload"))
  definition: (function_definition name: (identifier) @name body: (_) @body)) @definition.function
(decorated_definition
  (decorator (identifier) @_decorator (#match? @_decorator "^(property|cached_property)$"))
  definition: (function_definition name: (identifier) @name @overload body: (_) @body)) @definition.property
(decorated_definition
  (decorator (attribute attribute: (identifier) @_decorator (#match? @_decorator "^(setter|deleter|getter)$")))
  definition: (function_definition name: (identifier) @name @overload body: (_) @body)) @definition.property
(decorated_definition
  (decorator (attribute attribute: (identifier) @_decorator (#eq? @_decorator "cached_property")))
  definition: (function_definition name: (identifier) @name body: (_) @body)) @definition.property
(decorated_definition
  definition: (function_definition name: (identifier) @name body: (_) @body)) @definition.function
(decorated_definition
  definition: (class_definition name: (identifier) @name body: (_) @body)) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(class_definition name: (identifier) @name body: (_) @body) @definition.class

(module (expression_statement (assignment left: (identifier) @name) @definition.constant)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.field)))
(type_alias_statement left: (type (identifier) @name)) @definition.type

; ── references ──
(call function: (identifier) @reference.call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call))
(decorator (identifier) @reference.call)
(decorator (attribute object: (_) @receiver attribute: (identifier) @reference.call))
(class_definition superclasses: (argument_list (identifier) @reference.extends))
(class_definition superclasses: (argument_list
  (attribute object: (_) @receiver attribute: (identifier) @reference.extends)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @reference.extends)))
(type (identifier) @reference.type)
(type (attribute object: (_) @receiver attribute: (identifier) @reference.type))
(type (binary_operator (identifier) @reference.type))
(type (subscript value: (identifier) @reference.type))
(generic_type (identifier) @reference.type)
(except_clause (identifier) @reference.type)
(except_clause (attribute object: (_) @receiver attribute: (identifier) @reference.type))
(except_clause (as_pattern . (identifier) @reference.type))
(except_clause (as_pattern . (attribute object: (_) @receiver attribute: (identifier) @reference.type)))
(except_clause (tuple (identifier) @reference.type))
(except_clause (as_pattern . (tuple (identifier) @reference.type)))
(raise_statement . (identifier) @reference.type)
(type_parameter (type (identifier) @type-parameter))

; ── what names are ──
(typed_parameter . (identifier) @binding.name type: (type) @binding.type)
(typed_default_parameter name: (identifier) @binding.name type: (type) @binding.type)
(assignment left: (identifier) @binding.name type: (type) @binding.type)
(assignment left: (identifier) @binding.name right: (call function: (identifier) @binding.call))
(assignment left: (identifier) @binding.name right: (call function: (attribute) @binding.call))
(assignment left: (identifier) @binding.name
  right: (await (call function: (identifier) @binding.call)))
(with_item value: (as_pattern
  (call function: (identifier) @binding.call) alias: (as_pattern_target (identifier) @binding.name)))
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @field.name) type: (type) @binding.type
  (#eq? @_self "self"))
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @field.name)
  right: (call function: [(identifier) (attribute)] @binding.call)
  (#eq? @_self "self"))
(class_definition body: (block (expression_statement
  (assignment left: (identifier) @field.name type: (type) @binding.type))))

; ── parameters and local variables ──

(parameters (identifier) @local)
(parameters (default_parameter name: (identifier) @local))
(typed_parameter . (identifier) @local)
(typed_default_parameter name: (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(lambda_parameters (identifier) @local)
(assignment left: (identifier) @local)
(assignment left: (pattern_list (identifier) @local))
(for_statement left: (identifier) @local)
(for_statement left: (pattern_list (identifier) @local))
(for_in_clause left: (identifier) @local)
(for_in_clause left: (pattern_list (identifier) @local))
(as_pattern_target (identifier) @local)
(named_expression name: (identifier) @local)
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @field.name)
  right: (identifier) @binding.same
  (#eq? @_self "self"))
