(comment) @comment

(import_statement
  [
    (string_value (string_content) @import.source)
    (call_expression (arguments (string_value (string_content) @import.source)))
    (call_expression (arguments (plain_value) @import.source))
  ]) @import

(rule_set (selectors) @name (block) @body) @definition.key
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.key
(declaration (property_name) @name (#match? @name "^--")) @definition.property
