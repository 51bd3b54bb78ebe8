(comment) @comment
(section (section_name (text) @name) . (_)? @body) @definition.key
