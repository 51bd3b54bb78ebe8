(comment) @comment
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_doc
    (arguments [(string) (sigil)] @doc))
  (#eq? @_doc "moduledoc"))
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_doc)
  (#any-of? @_doc "doc" "typedoc")) @comment
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_attribute)
  (#any-of? @_attribute "spec" "impl" "deprecated" "tag")) @decorator

; Imports
(call
  target: (identifier) @_import
  (arguments (dot right: (tuple)) @import.tree)
  (#any-of? @_import "alias" "import" "require" "use")) @import
(call
  target: (identifier) @_import
  (arguments
    .
    (alias) @import.source
    (keywords (pair key: (keyword) @_as value: (alias) @import.alias)))
  (#any-of? @_import "alias" "require")
  (#match? @_as "^as:")) @import
(call
  target: (identifier) @_import
  (arguments . (alias) @import.source)
  (#any-of? @_import "alias" "import" "require" "use")) @import

; Modules
(call
  target: (identifier) @_define
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_define "defmodule")) @definition.module
(call
  target: (identifier) @_define
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_define "defprotocol")) @definition.interface
(call
  target: (identifier) @_define
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_define "defimpl")) @definition.impl

; Functions
(call
  target: (identifier) @_define
  (arguments
    .
    [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name))
      (binary_operator left: (identifier) @name)
    ])
  (do_block)? @body
  (#any-of? @_define "def" "defp" "defdelegate" "defguard" "defguardp" "defn" "defnp")) @definition.function
(call
  target: (identifier) @_define
  (arguments
    .
    [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name))
    ])
  (do_block)? @body
  (#any-of? @_define "defmacro" "defmacrop")) @definition.macro
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_type
    (arguments
      (binary_operator
        left: [
          (identifier) @name
          (call target: (identifier) @name)
        ])))
  (#any-of? @_type "type" "typep" "opaque")) @definition.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_callback
    (arguments
      (binary_operator
        left: [
          (identifier) @name
          (call target: (identifier) @name)
        ])))
  (#any-of? @_callback "callback" "macrocallback")) @definition.function
(do_block
  (unary_operator
    operator: "@"
    operand: (call target: (identifier) @name (arguments))
    (#not-any-of? @name
      "moduledoc" "doc" "spec" "impl" "type" "typep" "opaque" "callback" "macrocallback" "behaviour"
      "deprecated" "tag" "derive" "enforce_keys" "dialyzer" "optional_callbacks" "typedoc")) @definition.constant)

; Uses
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_behaviour
    (arguments (alias) @reference.implements))
  (#eq? @_behaviour "behaviour"))
(call
  target: (dot left: (_) @receiver right: (identifier) @reference.call))
(call
  target: (identifier) @reference.call
  (#not-any-of? @reference.call
    "def" "defp" "defmodule" "defmacro" "defmacrop" "defprotocol" "defimpl" "defstruct" "defexception"
    "defdelegate" "defguard" "defguardp" "alias" "import" "require" "use" "case" "cond" "if" "unless" "for"
    "with" "quote" "unquote" "receive" "try" "fn" "super" "raise" "moduledoc" "doc" "spec" "type" "callback"
    "impl" "behaviour" "is_binary" "is_nil" "is_list" "is_map" "is_atom" "is_integer"))
(binary_operator operator: "|>" right: (identifier) @reference.call)
(alias) @reference.type
