(comment) @comment

; Imports
(import_directive import_name: (identifier) @import.name)
(import_directive alias: (identifier) @import.alias)
(import_directive source: (string) @import.source) @import

; Definitions
(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.module
(struct_declaration name: (identifier) @name "{" @body) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name "{" @body) @definition.enum
(enum_value) @name @definition.constant
(event_definition name: (identifier) @name) @definition.type
(error_declaration name: (identifier) @name) @definition.type
(user_defined_type_definition name: (identifier) @name) @definition.type
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.method
(constructor_definition "constructor" @name body: (_)? @body) @definition.constructor
(fallback_receive_definition ["fallback" "receive"] @name body: (_)? @body) @definition.method
(state_variable_declaration "constant" name: (identifier) @name) @definition.constant
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant

; Uses
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.extends .))
(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @receiver property: (identifier) @reference.call))
(emit_statement name: (identifier) @reference.call)
(revert_statement error: (identifier) @reference.call)
(modifier_invocation (identifier) @reference.call)
(using_directive (type_alias (identifier) @reference.type))
(user_defined_type (identifier) @reference.type .)
(member_expression object: (identifier) @reference.type (#match? @reference.type "^[A-Z]"))

; Variables whose type is written
(parameter
  type: (type_name (user_defined_type (identifier) @binding.type .))
  name: (identifier) @binding.name)
(variable_declaration
  type: (type_name (user_defined_type (identifier) @binding.type .))
  name: (identifier) @binding.name)
(state_variable_declaration
  type: (type_name (user_defined_type (identifier) @binding.type .))
  name: (identifier) @field.name)
