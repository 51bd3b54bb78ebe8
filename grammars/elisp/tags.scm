(comment) @comment

(list
  .
  (symbol) @_require
  .
  (quote (symbol) @import.source)
  (#eq? @_require "require")) @import

(function_definition name: (symbol) @name parameters: (_) . (_)? @body) @definition.function
(macro_definition name: (symbol) @name parameters: (_) . (_)? @body) @definition.macro
(function_definition docstring: (string) @doc)
(macro_definition docstring: (string) @doc)
(special_form . "defvar" . (symbol) @name (string)? @doc) @definition.variable
(special_form . "defconst" . (symbol) @name (string)? @doc) @definition.constant
(source_file
  (list
    .
    (symbol) @_define
    .
    (symbol) @name
    .
    (_)?
    .
    (string)? @doc
    (#any-of? @_define "defcustom" "defvar-local" "defgroup" "defface")) @definition.variable)
(source_file
  (list
    .
    (symbol) @_define
    .
    (symbol) @name
    .
    (list)
    .
    [(string) @doc (_)] @body
    (#any-of? @_define
      "cl-defun" "cl-defmethod" "cl-defgeneric" "defsubst" "define-inline" "ert-deftest" "define-minor-mode"
      "define-derived-mode")) @definition.function)
(source_file
  (list
    .
    (symbol) @_define
    .
    (symbol) @name
    .
    (list)
    .
    (string)? @doc
    (#any-of? @_define "cl-defmacro" "define-advice")) @definition.macro)
(source_file
  (list
    .
    (symbol) @_define
    .
    [
      (symbol) @name
      (list . (symbol) @name)
    ]
    (#any-of? @_define "cl-defstruct" "defclass")) @definition.struct)

(list
  .
  (symbol) @reference.call
  (#match? @reference.call "^[a-z][a-z0-9]*-")
  (#not-match? @reference.call "^(cl-def|ert-deftest|define-|defvar-)"))
(quote "#'" (symbol) @reference.call)
