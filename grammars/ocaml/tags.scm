(comment) @comment

; Opened and included modules
(open_module (module_path) @import.source) @import
(include_module (module_path) @import.source) @import

; Types
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(type_binding name: (type_constructor) @name) @definition.type
(constructor_declaration (constructor_name) @name) @definition.constant
(field_declaration (field_name) @name) @definition.field
(module_definition (module_binding name: (module_name) @name body: (_)? @body)) @definition.module
(module_type_definition name: (module_type_name) @name body: (_)? @body) @definition.interface
(class_definition (class_binding name: (class_name) @name body: (_)? @body)) @definition.class
(method_definition name: (method_name) @name body: (_)? @body) @definition.method
(instance_variable_definition name: (instance_variable_name) @name) @definition.field
(external (value_name) @name) @definition.function
(value_specification (value_name) @name) @definition.function

; Values of a file or a module
(compilation_unit
  (value_definition
    (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function))
(structure
  (value_definition
    (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function))
(compilation_unit
  (value_definition
    (let_binding
      pattern: (value_name) @name
      body: [(fun_expression) (function_expression)] @body) @definition.function))
(structure
  (value_definition
    (let_binding
      pattern: (value_name) @name
      body: [(fun_expression) (function_expression)] @body) @definition.function))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name) @definition.variable))
(structure (value_definition (let_binding pattern: (value_name) @name) @definition.variable))

; Uses
(application_expression
  function: (value_path (module_path) @receiver (value_name) @reference.call))
(application_expression function: (value_path . (value_name) @reference.call))
(method_invocation (_) @receiver (method_name) @reference.call)
(constructor_path (constructor_name) @reference.type)
(type_constructor_path (type_constructor) @reference.type)
(inheritance_definition (class_application class: (class_path (class_name) @reference.extends)))
(inheritance_definition (class_path (class_name) @reference.extends))
(new_expression (class_path (class_name) @reference.call))
