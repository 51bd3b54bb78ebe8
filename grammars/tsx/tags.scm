; On top of ecmascript and typescript, and of ecmascript in JavaScript: a component in markup is a call of it.
(jsx_opening_element name: (identifier) @reference.call (#match? @reference.call "^[A-Z]"))
(jsx_self_closing_element name: (identifier) @reference.call (#match? @reference.call "^[A-Z]"))
(jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @reference.call))
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @reference.call))
