; Stands before the C queries: the first pattern that claims a name wins

; Namespaces
(namespace_definition name: (namespace_identifier) @name body: (_) @body) @definition.namespace
(namespace_definition
  name: (nested_namespace_specifier) @name
  body: (_) @body) @definition.namespace

; Classes
(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
    (qualified_identifier name: (type_identifier) @name)
  ]
  body: (_) @body) @definition.class
(struct_specifier
  name: [
    (template_type name: (type_identifier) @name)
    (qualified_identifier name: (type_identifier) @name)
  ]
  body: (_) @body) @definition.struct
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(template_parameter_list
  [
    (type_parameter_declaration (type_identifier) @type-parameter)
    (optional_type_parameter_declaration name: (type_identifier) @type-parameter)
    (variadic_type_parameter_declaration (type_identifier) @type-parameter)
  ])

; Access: members of a class are private until a label says otherwise
(class_specifier body: (field_declaration_list . "{" @section.hidden) @section)
(field_declaration_list
  (access_specifier) @section.hidden
  (#eq? @section.hidden "private")) @section
(field_declaration_list
  (access_specifier) @section.shown
  (#any-of? @section.shown "public" "protected")) @section

; Members with a body inside their class
(field_declaration_list
  [
    (function_definition
      declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor
    (template_declaration
      (function_definition
        declarator: (function_declarator declarator: (identifier) @name))) @definition.constructor
  ])
(function_definition
  declarator: [
    (function_declarator
      declarator: [(field_identifier) (operator_name) (destructor_name)] @name)
    (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (_ (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)))
  ]
  body: (_)? @body) @definition.method

; Members that only derived classes define
(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]
  default_value: (number_literal)) @definition.method

; Members defined outside their class
(function_definition
  declarator: (function_declarator
    declarator: [
      (qualified_identifier
        scope: [
          (namespace_identifier) @receiver
          (template_type name: (type_identifier) @receiver)
        ]
        name: (identifier) @name)
      (qualified_identifier
        name: (qualified_identifier
          scope: [
            (namespace_identifier) @receiver
            (template_type name: (type_identifier) @receiver)
          ]
          name: (identifier) @name))
    ])
  body: (_) @body
  (#eq? @name @receiver)) @definition.constructor
(function_definition
  declarator: [
    (function_declarator
      declarator: [
        (qualified_identifier
          scope: [
            (namespace_identifier) @receiver
            (template_type name: (type_identifier) @receiver)
          ]
          name: [(identifier) (operator_name) (destructor_name)] @name)
        (qualified_identifier
          name: (qualified_identifier
            scope: [
              (namespace_identifier) @receiver
              (template_type name: (type_identifier) @receiver)
            ]
            name: [(identifier) (operator_name) (destructor_name)] @name))
      ])
    (_
      (function_declarator
        declarator: [
          (qualified_identifier
            scope: [
              (namespace_identifier) @receiver
              (template_type name: (type_identifier) @receiver)
            ]
            name: [(identifier) (operator_name)] @name)
          (qualified_identifier
            name: (qualified_identifier
              scope: [
                (namespace_identifier) @receiver
                (template_type name: (type_identifier) @receiver)
              ]
              name: [(identifier) (operator_name)] @name))
        ]))
  ]
  body: (_)? @body) @definition.method

(field_declaration
  declarator: (reference_declarator (field_identifier) @name)) @definition.field

; Variables of a namespace
(declaration_list
  (declaration
    (type_qualifier) @_qualifier
    declarator: [
      (init_declarator declarator: (identifier) @name)
      (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    ]
    (#any-of? @_qualifier "constexpr" "const")) @definition.constant)
(declaration_list
  (declaration
    declarator: [
      (init_declarator declarator: (identifier) @name)
      (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
      (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    ]) @definition.variable)

; Uses
(call_expression
  function: (qualified_identifier
    scope: (_) @receiver
    name: [
      (identifier) @reference.call
      (template_function name: (identifier) @reference.call)
    ]))
(call_expression
  function: (qualified_identifier
    name: (qualified_identifier
      scope: (_) @receiver
      name: [
        (identifier) @reference.call
        (template_function name: (identifier) @reference.call)
      ])))
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (template_method name: (field_identifier) @reference.call)))
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (dependent_name (template_method name: (field_identifier) @reference.call))))
(new_expression type: (type_identifier) @reference.call)
(new_expression
  type: (qualified_identifier
    scope: (_) @receiver
    name: [
      (type_identifier) @reference.call
      (template_type name: (type_identifier) @reference.call)
    ]))
(new_expression type: (template_type name: (type_identifier) @reference.call))
(base_class_clause
  [
    (type_identifier) @reference.extends
    (template_type name: (type_identifier) @reference.extends)
    (qualified_identifier scope: (_) @receiver name: (type_identifier) @reference.extends)
    (qualified_identifier
      scope: (_) @receiver
      name: (template_type name: (type_identifier) @reference.extends))
  ])
(qualified_identifier scope: (_) @receiver name: (type_identifier) @reference.type)
(template_type name: (type_identifier) @reference.type)
(_ type: (class_specifier name: (type_identifier) @reference.type !body))
(qualified_identifier
  scope: (namespace_identifier) @reference.type
  name: (identifier)
  (#match? @reference.type "^[A-Z]"))

; Variables whose type is written or made in place
(parameter_declaration
  type: [
    (type_identifier) @binding.type
    (qualified_identifier name: (type_identifier) @binding.type)
    (qualified_identifier name: (template_type) @binding.type)
    (template_type) @binding.type
  ]
  declarator: (_ [(identifier)] @binding.name))
(declaration
  type: [
    (qualified_identifier name: (type_identifier) @binding.type)
    (qualified_identifier name: (template_type) @binding.type)
    (template_type) @binding.type
  ]
  declarator: [
    (identifier) @binding.name
    (init_declarator declarator: (identifier) @binding.name)
    (init_declarator declarator: (_ (identifier) @binding.name))
  ])
(parameter_declaration
  type: [
    (qualified_identifier name: (type_identifier) @binding.type)
    (qualified_identifier name: (template_type) @binding.type)
    (template_type) @binding.type
  ]
  declarator: (identifier) @binding.name)
(field_declaration
  type: [
    (type_identifier) @binding.type
    (qualified_identifier name: (type_identifier) @binding.type)
    (qualified_identifier name: (template_type) @binding.type)
    (template_type) @binding.type
  ]
  declarator: [
    (field_identifier) @field.name
    (pointer_declarator (field_identifier) @field.name)
    (reference_declarator (field_identifier) @field.name)
  ])
(init_declarator
  declarator: (identifier) @binding.name
  value: (new_expression type: (type_identifier) @binding.type))
(init_declarator
  declarator: (identifier) @binding.name
  value: (call_expression
    function: (qualified_identifier
      name: (template_function
        name: (identifier) @_make
        arguments: (template_argument_list
          .
          (type_descriptor
            type: [
              (type_identifier) @binding.type
              (template_type) @binding.type
              (qualified_identifier name: (type_identifier) @binding.type)
            ]))))
    (#any-of? @_make "make_unique" "make_shared" "static_pointer_cast" "dynamic_pointer_cast")))
(init_declarator
  declarator: (identifier) @binding.name
  value: (call_expression
    function: [
      (identifier) @binding.call
      (qualified_identifier name: (identifier) @binding.call)
    ]))

; ── parameters and local variables ──

(lambda_expression
  declarator: (_ parameters: (parameter_list (parameter_declaration
    declarator: [(identifier) @local (reference_declarator (identifier) @local)]))))
(function_definition
  declarator: (function_declarator
    parameters: (parameter_list (parameter_declaration declarator: (reference_declarator (identifier) @local)))))
