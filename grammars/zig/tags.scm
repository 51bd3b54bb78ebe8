(comment) @comment

; Imports: each binds a name
(variable_declaration
  (identifier) @import.alias
  (builtin_function
    (builtin_identifier) @_import
    (arguments (string (string_content) @import.source)))
  (#any-of? @_import "@import" "@cImport")) @import

; Types
(variable_declaration . (identifier) @name (struct_declaration) @body) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration) @body) @definition.enum
(variable_declaration . (identifier) @name (union_declaration) @body) @definition.union
(variable_declaration . (identifier) @name (opaque_declaration) @body) @definition.type
(variable_declaration . (identifier) @name (error_set_declaration) @body) @definition.enum
(enum_declaration (container_field name: (identifier) @name) @definition.constant)
(error_set_declaration (identifier) @name @definition.constant)
(container_field name: (identifier) @name) @definition.field

; Functions, tests and constants
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(test_declaration [(string (string_content) @name) (identifier) @name] (block) @body) @definition.function
(source_file (variable_declaration "const" . (identifier) @name) @definition.constant)
(source_file (variable_declaration "var" . (identifier) @name) @definition.variable)
(struct_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
(struct_declaration (variable_declaration "var" . (identifier) @name) @definition.variable)

; Uses
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression object: (_) @receiver member: (identifier) @reference.call))
(parameter type: (identifier) @reference.type)
(function_declaration type: (identifier) @reference.type)
(container_field type: (identifier) @reference.type)
(pointer_type (identifier) @reference.type)
(slice_type (identifier) @reference.type)
(nullable_type (identifier) @reference.type)
(error_union_type ok: (identifier) @reference.type)
(error_union_type error: (identifier) @reference.type)
(struct_initializer . (identifier) @reference.call)

; Variables whose type is written or made in place
(parameter name: (identifier) @binding.name type: (identifier) @binding.type)
(parameter name: (identifier) @binding.name type: (pointer_type (identifier) @binding.type))
(variable_declaration . (identifier) @binding.name (struct_initializer . (identifier) @binding.type))
(container_field name: (identifier) @field.name type: (identifier) @binding.type)
