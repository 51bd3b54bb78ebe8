(comment) @comment

; Includes
(preproc_include path: (string_literal (string_content) @import.source)) @import
(preproc_include path: (system_lib_string) @import.source) @import

; Macros: those without a value are include guards and flags
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; Functions: prototypes are left out, so that callers lead to the body
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (_ (function_declarator declarator: (identifier) @name))
    (_ (_ (function_declarator declarator: (identifier) @name)))
  ]
  body: (_) @body) @definition.function

; Types
(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum
(type_definition
  type: [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_))]
  declarator: (type_identifier) @name @definition.type)
(type_definition
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
  ]) @definition.type
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(field_declaration
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  ]) @definition.field

; File-scope variables, also under one #if
(translation_unit
  (_
    (declaration
      declarator: [
        (init_declarator declarator: (identifier) @name)
        (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
        (init_declarator declarator: (array_declarator declarator: (identifier) @name))
      ]) @definition.variable))
(translation_unit
  (declaration
    declarator: [
      (init_declarator declarator: (identifier) @name)
      (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
      (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    ]) @definition.variable)
(translation_unit
  (declaration
    .
    type: (_)
    declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
    ]) @definition.variable)
(translation_unit
  (declaration
    (storage_class_specifier) @_storage
    declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
    ]
    (#not-eq? @_storage "extern")) @definition.variable)

; Uses
(call_expression function: (identifier) @reference.call)
(call_expression
  function: (field_expression argument: (_) @receiver field: (field_identifier) @reference.call))
(call_expression
  function: (parenthesized_expression
    (pointer_expression argument: (identifier) @reference.call)))
(_ type: (type_identifier) @reference.type)
(_ type: (struct_specifier name: (type_identifier) @reference.type !body))
(_ type: (union_specifier name: (type_identifier) @reference.type !body))
(_ type: (enum_specifier name: (type_identifier) @reference.type !body))

; Variables whose type is written
(parameter_declaration
  type: [
    (type_identifier) @binding.type
    (struct_specifier name: (type_identifier) @binding.type)
    (union_specifier name: (type_identifier) @binding.type)
  ]
  declarator: [
    (identifier) @binding.name
    (pointer_declarator declarator: (identifier) @binding.name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding.name))
  ])
(declaration
  type: [
    (type_identifier) @binding.type
    (struct_specifier name: (type_identifier) @binding.type)
    (union_specifier name: (type_identifier) @binding.type)
  ]
  declarator: [
    (identifier) @binding.name
    (pointer_declarator declarator: (identifier) @binding.name)
    (init_declarator declarator: (identifier) @binding.name)
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @binding.name))
  ])
(field_declaration
  type: [
    (type_identifier) @binding.type
    (struct_specifier name: (type_identifier) @binding.type)
    (union_specifier name: (type_identifier) @binding.type)
  ]
  declarator: [
    (field_identifier) @field.name
    (pointer_declarator declarator: (field_identifier) @field.name)
  ])

; ── parameters and local variables ──

(function_definition
  declarator: (function_declarator
    parameters: (parameter_list (parameter_declaration
      declarator: [
        (identifier) @local
        (pointer_declarator declarator: (identifier) @local)
        (function_declarator
          declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))
      ]))))
(compound_statement
  (declaration
    declarator: [
      (identifier) @local
      (pointer_declarator declarator: (identifier) @local)
      (init_declarator declarator: (identifier) @local)
      (init_declarator declarator: (pointer_declarator declarator: (identifier) @local))
      (init_declarator declarator: (function_declarator
        declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local))))
    ]))
