; On top of ecmascript: what TypeScript's grammar names differently.
(class_body (field_definition property: (_) @name value: (arrow_function body: (_) @body)) @definition.method)
(class_body (field_definition property: (_) @name value: (function_expression body: (_) @body)) @definition.method)
(class_body (field_definition property: (_) @name) @definition.field)
(field_definition property: (_) @field.name value: (new_expression constructor: (_) @binding.type))
(class_heritage (identifier) @reference.extends)
(class_heritage (member_expression object: (_) @receiver property: (_) @reference.extends))
(class_heritage (call_expression function: (identifier) @reference.call))

(formal_parameters (identifier) @local)

; ── exports ──
(export_statement (export_clause (export_specifier "default" @import.name)) source: (string))
