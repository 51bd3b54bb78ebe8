(comment) @comment

(script_element
  (start_tag
    (attribute
      (attribute_name) @_src
      (quoted_attribute_value (attribute_value) @import.source)))
  (#eq? @_src "src")) @import
(element
  (start_tag
    (tag_name) @_tag
    (attribute
      (attribute_name) @_href
      (quoted_attribute_value (attribute_value) @import.source)))
  (#eq? @_tag "link")
  (#eq? @_href "href")) @import

; Elements with an id
(element
  (start_tag
    (attribute
      (attribute_name) @_id
      (quoted_attribute_value (attribute_value) @name)))
  .
  (_) @body
  (#eq? @_id "id")) @definition.key
(element
  (_
    (attribute
      (attribute_name) @_id
      (quoted_attribute_value (attribute_value) @name)))
  (#eq? @_id "id")) @definition.key
