; Shared by JavaScript, TypeScript and TSX.

(comment) @comment
(decorator) @decorator

; ── exports ──
(export_statement) @export
(export_statement !source (export_clause (export_specifier name: (identifier) @export.name)))
(export_statement !source (export_clause (export_specifier alias: (_) @export.alias)))
(export_statement "default" value: (identifier) @export.name)
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (shorthand_property_identifier) @export.name)
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (identifier) @export.name
  (#eq? @_module "module") (#eq? @_exports "exports"))

; ── imports ──
(import_statement source: (string) @import.source) @import
(import_clause (identifier) @import.default)
(namespace_import (identifier) @import.all)
(import_specifier name: (_) @import.name)
(import_specifier alias: (identifier) @import.alias)
(export_statement source: (string) @import.source) @reexport
(export_statement "*" @import.all source: (string))
(export_statement (namespace_export (identifier) @import.all) source: (string))
(export_statement (export_clause (export_specifier name: (_) @import.name)) source: (string))
(export_statement (export_clause (export_specifier alias: (_) @import.alias)) source: (string))

(variable_declarator
  name: (identifier) @import.all
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string) @import.source))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern)
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string) @import.source))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression function: (identifier) @_require)
  (#eq? @_require "require"))
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (call_expression function: (identifier) @_require)
  (#eq? @_require "require"))
(call_expression
  function: (import) arguments: (arguments . (string) @import.source)) @import
(variable_declarator
  name: (object_pattern)
  value: (await_expression (call_expression function: (import)))) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (await_expression (call_expression function: (import))))
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (await_expression (call_expression function: (import))))
(variable_declarator
  name: (identifier) @import.all
  value: (await_expression (call_expression function: (import)))) @import

; ── definitions ──
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(class_declaration name: (_) @name body: (_) @body) @definition.class
(export_statement "default" @name value: (arrow_function body: (_) @body)) @definition.function
(export_statement "default" @name value: (function_expression !name body: (_) @body)) @definition.function
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class
(export_statement "default" @name value: (object) @body) @definition.object
(export_statement "default" @name
  value: (call_expression arguments: (arguments . (object) @body))) @definition.object

(lexical_declaration
  (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @definition.function
(lexical_declaration
  (variable_declarator name: (identifier) @name value: (function_expression body: (_) @body))) @definition.function
(lexical_declaration
  (variable_declarator name: (identifier) @name value: (generator_function body: (_) @body))) @definition.function
(lexical_declaration
  (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(variable_declaration
  (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @definition.function
(variable_declaration
  (variable_declarator name: (identifier) @name value: (function_expression body: (_) @body))) @definition.function

(class_body (method_definition name: (_) @name body: (_) @body) @definition.method)
(variable_declarator
  value: (object (method_definition name: (property_identifier) @name body: (_) @body) @definition.method))
(variable_declarator
  value: (object (pair key: (property_identifier) @name value: (arrow_function body: (_) @body)) @definition.method))
(variable_declarator
  value: (object (pair key: (property_identifier) @name value: (function_expression body: (_) @body)) @definition.method))
(export_statement
  value: (object (method_definition name: (property_identifier) @name body: (_) @body) @definition.method))
(export_statement
  value: (object (pair key: (property_identifier) @name value: (arrow_function body: (_) @body)) @definition.method))
(export_statement value: (object (pair
  value: (object (method_definition name: (property_identifier) @name body: (_) @body) @definition.method))))
(export_statement value: (call_expression arguments: (arguments (object (pair
  value: (object (method_definition name: (property_identifier) @name body: (_) @body) @definition.method))))))
(export_statement
  value: (call_expression arguments: (arguments
    (object (method_definition name: (property_identifier) @name body: (_) @body) @definition.method))))

(program (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name value: (object) @body)) @definition.constant)
(program (export_statement (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name value: (object) @body)) @definition.constant))
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @definition.constant)
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (export_statement
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @definition.constant))
(program (export_statement
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @definition.variable))
(program (export_statement
  (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable))

; Foo.prototype.bar = function () {}, exports.bar = function () {}
(program (expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @receiver property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: (function_expression body: (_) @body)) @definition.method)
  (#eq? @_prototype "prototype"))
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @export.name)
  right: (function_expression body: (_) @body)) @definition.function)
  (#eq? @_exports "exports"))
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @export.name)
  right: (arrow_function body: (_) @body)) @definition.function)
  (#eq? @_exports "exports"))
(program (expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name @export.name)
  right: (function_expression body: (_) @body)) @definition.function)
  (#eq? @_module "module") (#eq? @_exports "exports"))
(program (expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name @export.name)
  right: (arrow_function body: (_) @body)) @definition.function)
  (#eq? @_module "module") (#eq? @_exports "exports"))

; Foo.bar = function () {}, at the top or in a function that is given Foo; module.exports = is no member
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @receiver property: (property_identifier) @name)
  right: (function_expression body: (_) @body)) @definition.method
  (#not-eq? @receiver "module"))
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @receiver property: (property_identifier) @name)
  right: (arrow_function body: (_) @body)) @definition.method
  (#not-eq? @receiver "module"))
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @receiver property: (property_identifier) @name)
  right: (generator_function body: (_) @body)) @definition.method
  (#not-eq? @receiver "module"))

; Foo.prototype = { bar() {} }
(assignment_expression
  left: (member_expression object: (identifier) @receiver property: (property_identifier) @_prototype)
  right: (object (method_definition name: (property_identifier) @name body: (_) @body) @definition.method)
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression object: (identifier) @receiver property: (property_identifier) @_prototype)
  right: (object (pair key: (property_identifier) @name value: (function_expression body: (_) @body)) @definition.method)
  (#eq? @_prototype "prototype"))

; module.exports = { bar() {} }
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object
    (method_definition name: (property_identifier) @name @export.name body: (_) @body) @definition.function)
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair
    key: (property_identifier) @name @export.name value: (function_expression body: (_) @body)) @definition.function)
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair
    key: (property_identifier) @name @export.name value: (arrow_function body: (_) @body)) @definition.function)
  (#eq? @_module "module") (#eq? @_exports "exports"))

; ── references ──
(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @receiver property: (_) @reference.call))
(new_expression constructor: (identifier) @reference.call)
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @reference.call))
(decorator (identifier) @reference.call)
(decorator (member_expression object: (_) @receiver property: (_) @reference.call))
(call_expression function: (await_expression (identifier) @reference.call))

; ── what names are ──
(variable_declarator
  name: (identifier) @binding.name
  value: (new_expression constructor: (_) @binding.type))
(variable_declarator
  name: (identifier) @binding.name
  value: (call_expression function: (identifier) @binding.call))
(variable_declarator
  name: (identifier) @binding.name
  value: (await_expression (new_expression constructor: (_) @binding.type)))
(assignment_expression
  left: (identifier) @binding.name
  right: (new_expression constructor: (_) @binding.type))
(assignment_expression
  left: (member_expression object: (this) property: (_) @field.name)
  right: (new_expression constructor: (_) @binding.type))

; ── parameters and local variables ──

(arrow_function parameter: (identifier) @local)
(variable_declarator name: (identifier) @local)
(object_pattern (shorthand_property_identifier_pattern) @local)
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local))
(pair_pattern value: (identifier) @local)
(array_pattern (identifier) @local)
(rest_pattern (identifier) @local)
(assignment_pattern left: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement left: (identifier) @local)
(variable_declarator name: (identifier) @binding.name value: (call_expression function: (_) @binding.call)
  (#not-eq? @binding.call "require"))
(variable_declarator name: (identifier) @binding.name
  value: (await_expression (call_expression function: (_) @binding.call)))
(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @field.name)
  right: (identifier) @binding.same)
(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @field.name)
  right: (call_expression function: (_) @binding.call))
