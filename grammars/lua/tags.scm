(comment) @comment

; Requires
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @import.alias)
    (expression_list
      value: (function_call
        name: (identifier) @_require
        arguments: (arguments . (string content: (string_content) @import.source)))))
  (#eq? @_require "require")) @import
(function_call
  name: (identifier) @_require
  arguments: (arguments . (string content: (string_content) @import.source))
  (#any-of? @_require "require" "dofile" "loadfile")) @import

; Functions
(function_declaration
  name: (method_index_expression table: (_) @receiver method: (identifier) @name)
  body: (_)? @body) @definition.method
(function_declaration
  name: (dot_index_expression table: (_) @receiver field: (identifier) @name)
  body: (_)? @body) @definition.function
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @name .)
    (expression_list . value: (function_definition body: (_)? @body)))) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function

; File-scope variables
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name)
      (expression_list . value: (table_constructor) @body))) @definition.object)
(chunk
  (assignment_statement
    (variable_list . name: (identifier) @name)
    (expression_list . value: (table_constructor) @body)) @definition.object)
(chunk
  (variable_declaration
    [
      (assignment_statement (variable_list name: (identifier) @name))
      (variable_list name: (identifier) @name)
    ]) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)

; Uses
(function_call
  name: (identifier) @reference.call
  (#not-any-of? @reference.call "require" "dofile" "loadfile"))
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @reference.call))
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @reference.call))

; Objects made by a constructor function of their module
(assignment_statement
  (variable_list . name: (identifier) @binding.name)
  (expression_list
    .
    value: (function_call
      name: (dot_index_expression table: (identifier) @binding.type field: (identifier) @_new)))
  (#any-of? @_new "new" "create" "New"))
