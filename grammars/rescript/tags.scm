(comment) @comment
(decorator) @decorator

(open_statement (_) @import.source) @import
(include_statement (_) @import.source) @import

; Definitions
(type_declaration (type_binding name: (type_identifier) @name)) @definition.type
(variant_declaration (variant_identifier) @name) @definition.constant
(record_type_field . (property_identifier) @name) @definition.field
(exception_declaration (variant_identifier) @name) @definition.type
(module_declaration "type" (module_binding name: (module_identifier) @name definition: (_)? @body)) @definition.interface
(module_declaration (module_binding name: (module_identifier) @name definition: (_)? @body)) @definition.module
(external_declaration (value_identifier) @name) @definition.function
(source_file
  (let_declaration
    (let_binding pattern: (value_identifier) @name body: (function body: (_) @body))) @definition.function)
(module_binding
  definition: (block
    (let_declaration
      (let_binding pattern: (value_identifier) @name body: (function body: (_) @body))) @definition.function))
(source_file (let_declaration (let_binding pattern: (value_identifier) @name)) @definition.variable)
(module_binding
  definition: (block (let_declaration (let_binding pattern: (value_identifier) @name)) @definition.variable))

; Uses
(call_expression function: (value_identifier) @reference.call)
(call_expression function: (value_identifier_path (_) @receiver (value_identifier) @reference.call))
(pipe_expression (value_identifier) @reference.call .)
(pipe_expression (value_identifier_path (_) @receiver (value_identifier) @reference.call) .)
(variant (variant_identifier) @reference.type)
(type_annotation (type_identifier) @reference.type)
(jsx_opening_element name: (jsx_identifier) @reference.call)
