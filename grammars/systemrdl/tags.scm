(comment) @comment

(enum_def (id) @name (enum_body) @body) @definition.enum
(enum_entry . (id) @name) @definition.constant
(property_definition (id) @name (property_body) @body) @definition.property
(component_named_def
  type: (component_type) @_type
  id: (id) @name
  body: (_) @body
  (#any-of? @_type "addrmap" "mem")) @definition.module
(component_named_def id: (id) @name body: (_) @body) @definition.struct
(component_inst id: (id) @name) @definition.field
(explicit_component_inst id: (id) @reference.type)
(explicit_encode_assignment (id) @reference.type)
(struct_def (id) @name) @definition.struct
