(comment) @comment

; Imports
(command
  command_name: (command_name) @_import
  command_elements: (command_elements (generic_token) @import.source)
  (#any-of? @_import "Import-Module" "import-module")) @import
(command
  command_name: (command_name) @_using
  command_elements: (command_elements
    (generic_token) @_what
    (generic_token) @import.source)
  (#eq? @_using "using")
  (#any-of? @_what "module" "namespace" "assembly")) @import

; Definitions
(function_statement (function_name) @name "{" @body) @definition.function
(class_statement . (simple_name) @name "{" @body) @definition.class
(class_method_definition (simple_name) @name "{" @body) @definition.method
(class_property_definition (variable) @name) @definition.property
(enum_statement . (simple_name) @name "{" @body) @definition.enum
(enum_member (simple_name) @name) @definition.constant

; Uses
(class_statement . (simple_name) . (simple_name) @reference.extends)
(command
  command_name: (command_name) @reference.call
  (#not-any-of? @reference.call "using" "Import-Module" "import-module"))
(invokation_expression . (variable) @receiver (member_name (simple_name) @reference.call))
(invokation_expression
  .
  (type_literal (type_spec (type_name (type_identifier) @reference.call)))
  (member_name (simple_name) @_new)
  (#eq? @_new "new"))
(invokation_expression
  .
  (type_literal (type_spec (type_name (type_identifier) @receiver)))
  (member_name (simple_name) @reference.call)
  (#not-eq? @reference.call "new"))
(type_name (type_identifier) @reference.type)
