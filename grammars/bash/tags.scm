(comment) @comment

; Sourced files
(command
  name: (command_name (word) @_source)
  argument: [
    (word) @import.source
    (string (string_content) @import.source .)
    (raw_string) @import.source
    (concatenation) @import.source
  ]
  (#any-of? @_source "source" ".")) @import

; Definitions
(function_definition name: (word) @name body: (_) @body) @definition.function
(program
  (declaration_command
    ["readonly" "declare" "typeset" "export"] @_declare
    (variable_assignment name: (variable_name) @name)
    (#eq? @_declare "readonly")) @definition.constant)
(program
  (declaration_command
    ["readonly" "declare" "typeset" "export"]
    (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program
  (command
    name: (command_name (word) @_alias)
    argument: (concatenation . (word) @name)
    (#eq? @_alias "alias")) @definition.function)

; Uses
(command
  name: (command_name (word) @reference.call)
  (#not-any-of? @reference.call "source" "." "echo" "printf" "set" "shift" "exit" "return" "cd" "test" "[" "true" "false" "read" "exec" "eval" "trap"))
(command
  name: (command_name (word) @_runner)
  argument: (word) @reference.call
  (#match? @reference.call "^[A-Za-z_][A-Za-z0-9_-]*$")
  (#any-of? @_runner "trap" "exec" "command" "time" "sudo" "xargs" "nohup"))
