(comment) @comment

; Requires
(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list (string (string_content) @import.source))
  (#any-of? @_require "require" "require_relative" "load" "autoload")) @import

; Modules and classes
(module
  name: [
    (constant) @name
    (scope_resolution name: (constant) @name)
  ]
  .
  [(comment) (body_statement)] @body) @definition.module
(module
  name: [
    (constant) @name
    (scope_resolution name: (constant) @name)
  ]) @definition.module
(class
  name: [
    (constant) @name
    (scope_resolution name: (constant) @name)
  ]
  .
  [(comment) (body_statement)] @body) @definition.class
(class
  name: [
    (constant) @name
    (scope_resolution name: (constant) @name)
  ]
  (superclass)
  .
  [(comment) (body_statement)] @body) @definition.class
(class
  name: [
    (constant) @name
    (scope_resolution name: (constant) @name)
  ]) @definition.class
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_factory
    method: (identifier) @_make
    block: (_)? @body)
  (#any-of? @_factory "Struct" "Data")
  (#any-of? @_make "new" "define")) @definition.struct
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_factory
    method: (identifier) @_make)
  (#any-of? @_factory "Class" "Module")
  (#eq? @_make "new")) @definition.class
(assignment left: (constant) @name) @definition.constant

; Methods
(program (method name: (_) @name body: (_)? @body) @definition.function)
(method name: (_) @name . (comment) @body) @definition.method
(method name: (_) @name (method_parameters) . (comment) @body) @definition.method
(method name: (_) @name body: (_)? @body) @definition.method
(singleton_method object: (constant) @receiver name: (_) @name body: (_)? @body) @definition.method
(singleton_method name: (_) @name body: (_)? @body) @definition.method
(alias name: (identifier) @name) @definition.method
(call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  (#any-of? @_define "define_method" "define_singleton_method" "alias_method" "scope" "helper_method")) @definition.method
(call
  !receiver
  method: (identifier) @_attribute
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_attribute
    "attr_reader" "attr_accessor" "attribute" "cattr_accessor" "mattr_accessor" "class_attribute"
    "has_many" "has_one" "belongs_to" "has_and_belongs_to_many")) @definition.property

; Specifications: groups and examples with a block
(call
  method: (identifier) @_group
  arguments: (argument_list . (string . (string_content) @name .))
  block: (_ body: (_) @body)
  (#any-of? @_group "describe" "context" "feature" "shared_examples" "shared_context")) @definition.module
(call
  !receiver
  method: (identifier) @_example
  arguments: (argument_list . (string . (string_content) @name .))
  block: (_ body: (_) @body)
  (#any-of? @_example "it" "specify" "example" "scenario" "test")) @definition.function

; Access: the bare words open a section
(body_statement
  (identifier) @section.hidden
  (#any-of? @section.hidden "private" "private_class_method")) @section
(body_statement
  (identifier) @section.shown
  (#any-of? @section.shown "public" "protected")) @section
(call
  method: (identifier) @section.hidden
  arguments: (argument_list [(method) (singleton_method)])
  (#eq? @section.hidden "private")) @section

; Uses
(superclass
  [
    (constant) @reference.extends
    (scope_resolution scope: (_) @receiver name: (constant) @reference.extends)
  ])
(call
  !receiver
  method: (identifier) @_mix
  arguments: (argument_list
    [
      (constant) @reference.implements
      (scope_resolution scope: (_) @receiver name: (constant) @reference.implements)
    ])
  (#any-of? @_mix "include" "extend" "prepend"))
(call
  receiver: [
    (constant) @reference.call
    (scope_resolution scope: (_) @receiver name: (constant) @reference.call)
  ]
  method: (identifier) @_new
  (#eq? @_new "new"))
(call
  receiver: (_) @receiver
  method: [(identifier) (constant)] @reference.call
  (#not-eq? @reference.call "new"))
(call
  !receiver
  method: (identifier) @reference.call
  (#not-any-of? @reference.call
    "require" "require_relative" "load" "autoload" "include" "extend" "prepend" "attr_reader" "attr_writer"
    "attr_accessor" "define_method" "alias_method" "raise" "private" "protected" "public" "module_function"
    "private_constant" "puts" "lambda" "proc" "loop"))
; A bare name is a call for certain where its value is dropped, or where it ends in ? or !
(body_statement
  (identifier) @reference.call
  .
  (_)
  (#not-any-of? @reference.call "private" "protected" "public" "module_function"))
((identifier) @reference.call (#match? @reference.call "[?!]$"))
(scope_resolution scope: (_) @receiver name: (constant) @reference.type)
(constant) @reference.type

; Variables made in place
(assignment
  left: (identifier) @binding.name
  right: (call
    receiver: [
      (constant) @binding.type
      (scope_resolution name: (constant) @binding.type)
    ]
    method: (identifier) @_new)
  (#eq? @_new "new"))
(assignment
  left: (instance_variable) @field.name
  right: (call
    receiver: [
      (constant) @binding.type
      (scope_resolution name: (constant) @binding.type)
    ]
    method: (identifier) @_new)
  (#eq? @_new "new"))
(operator_assignment
  left: (instance_variable) @field.name
  right: (call
    receiver: [
      (constant) @binding.type
      (scope_resolution name: (constant) @binding.type)
    ]
    method: (identifier) @_new)
  (#eq? @_new "new"))
(call
  !receiver
  method: (identifier) @_let
  arguments: (argument_list . (simple_symbol) @binding.name)
  block: (_
    body: (_
      .
      (call
        receiver: [
          (constant) @binding.type
          (scope_resolution name: (constant) @binding.type)
        ]
        method: (identifier) @_new)
      .))
  (#any-of? @_let "let" "let!" "subject")
  (#eq? @_new "new"))
