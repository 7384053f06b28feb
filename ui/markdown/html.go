package markdown

import (
	"fmt"
	"html"
	"strings"
)

// HTML returns Markdown as HTML in sections: what is before the first heading of level 2 or more, "" if there is
// nothing, and a section from each such heading on. Text is escaped, and has no markup but that of [Render]. spelled
// replaces characters that can't be shown.
func HTML(text string, spelled func(string) string) (sections []string) {
	var b strings.Builder
	list := "" // the element that items are in, "" if none is open
	end := func() {
		if list != "" {
			b.WriteString("</" + list + ">\n")
		}
		list = ""
	}
	for _, block := range parse(text) {
		inner := inline(block, spelled)
		if block.kind != item {
			end()
		}
		switch block.kind {
		case heading:
			if block.level > 1 {
				sections = append(sections, b.String())
				b.Reset()
			}
			level := min(block.level, 6)
			fmt.Fprintf(&b, "<h%d>%s</h%d>\n", level, inner, level)
		case codeBlock:
			b.WriteString("<pre>" + inner + "</pre>\n")
		case item:
			element, start := "ul", ""
			if number, ordered := strings.CutSuffix(block.marker, "."); ordered {
				element, start = "ol", ` start="`+number+`"`
			}
			if list != element {
				end()
				list = element
				b.WriteString("<" + element + start + ">\n")
			}
			b.WriteString("<li>" + inner + "</li>\n")
		default:
			b.WriteString("<p>" + inner + "</p>\n")
		}
	}
	end()
	return append(sections, b.String())
}

// elements are those of styles.
var elements = map[Style]string{Strong: "strong", Emphasis: "em", Code: "kbd"}

// inline returns the text of a block as HTML.
func inline(of block, spelled func(string) string) string {
	return of.write(func(text string, style Style) string {
		text = html.EscapeString(spelled(text))
		if element := elements[style]; element != "" && text != "" && of.kind != codeBlock {
			text = "<" + element + ">" + text + "</" + element + ">"
		}
		return text
	})
}
