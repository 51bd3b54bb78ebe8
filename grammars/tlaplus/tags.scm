[(comment) (block_comment)] @comment

(extends (identifier_ref) @import.source) @import
(instance (identifier_ref) @import.source) @import

(module name: (identifier) @name (header_line) @body) @definition.module
(constant_declaration (identifier) @name) @definition.constant
(constant_declaration (operator_declaration name: (_) @name)) @definition.constant
(variable_declaration (identifier) @name) @definition.variable
(operator_definition name: (_) @name definition: (_) @body) @definition.function
(function_definition name: (identifier) @name definition: (_) @body) @definition.function
(module_definition name: (_) @name) @definition.module
(theorem name: (identifier) @name) @definition.constant
(assumption name: (identifier) @name) @definition.constant

(bound_op name: (identifier_ref) @reference.call)
((identifier_ref) @reference.call (#match? @reference.call "^[A-Z]"))
