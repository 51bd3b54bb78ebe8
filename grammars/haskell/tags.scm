[(comment) (haddock)] @comment

; Imports
(import
  module: (module) @import.source
  alias: (module)? @import.alias) @import
(import names: (import_list name: (import_name [variable: (_) type: (_)] @import.name)))

; What the header exports
(export [variable: (_) type: (_)] @export.name)

; Types
(data_type name: (_) @name constructors: (_)? @body) @definition.type
(newtype name: (_) @name constructor: (_)? @body) @definition.type
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.trait
(instance name: (_) @name declarations: (_)? @body) @definition.impl
(data_constructor constructor: (_ name: (constructor) @name)) @definition.constant
(field name: (field_name (variable) @name)) @definition.field

; Values: a signature is a part of the equation that follows it
(declarations
  (signature name: (variable) @name) @definition.function @overload)
(class_declarations declaration: (signature name: (variable) @name) @definition.method)
(declarations (function name: (variable) @name match: (_) @body) @definition.function)
(declarations (bind name: (variable) @name match: (_) @body) @definition.variable)
(instance_declarations declaration: (function name: (variable) @name match: (_) @body) @definition.method)
(foreign_import signature: (signature name: (variable) @name)) @definition.function

; Uses
(apply function: (variable) @reference.call)
(apply function: (qualified module: (module (module_id) @receiver .) id: (variable) @reference.call))
(apply function: (constructor) @reference.call)
(infix operator: (infix_id (variable) @reference.call))
(exp (variable) @reference.call)
(instance name: (name) @reference.implements)
(deriving classes: (tuple (name) @reference.implements))
(deriving classes: (name) @reference.implements)
(name) @reference.type
