package markdown

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"

	"gramscope/data/legible"
)

// Render lays out Markdown in lines of at most w cells, at least 2, the width of a wide character. It fills paragraphs,
// indents items of lists and quotes by their markers, and cuts code and words that are longer than a line. A blank line
// separates blocks, but not items of a list. spelled replaces characters that can't be shown, and paint colours a piece
// of text, of any width, by escape sequences.
func Render(text string, w int, spelled func(string) string, paint func(text string, style Style) string) []string {
	w = max(2, w)
	var lines []string
	blocks := parse(text)
	for i, b := range blocks {
		if i > 0 && (b.kind != item || blocks[i-1].kind != item) {
			lines = append(lines, "")
		}
		if b = b.fixed(w); b.kind == codeBlock {
			for _, code := range b.lines {
				for part := range strings.SplitSeq(ansi.Hardwrap(spelled(code), w, true), "\n") {
					lines = append(lines, paint(part, Code))
				}
			}
			continue
		}
		const leastHung = 12 // cells of a text beside a marker
		lead, indent := "", 0
		if b.marker != "" {
			lead = spelled(b.marker) + " "
			if width := ansi.StringWidth(lead); w-width >= leastHung {
				indent = width
			}
		}
		painted := b.write(func(text string, style Style) string { return paint(spelled(text), style) })
		if indent == 0 {
			painted, lead = strings.TrimLeft(lead, " ")+painted, ""
		}
		const hyphen = "\uE000" // in place of hyphens, so that no line ends at one: a method is called sparse-cholesky
		filled := cellbuf.Wrap(strings.ReplaceAll(painted, "-", hyphen), w-indent, "")
		for line := range strings.SplitSeq(strings.ReplaceAll(filled, hyphen, "-"), "\n") {
			lines = append(lines, strings.TrimRight(lead+line, " "))
			if b.kind != quote {
				lead = strings.Repeat(" ", indent)
			}
		}
	}
	return lines
}

// HTML returns Markdown as HTML in sections: what is before the first heading of level 2 or more, "" if there is
// nothing, and a section from each such heading on. Text is escaped, and has no markup but that of [Render].
func HTML(text string) (sections []template.HTML) {
	var b strings.Builder
	list := "" // the element that items are in, "" if none is open
	end := func() {
		if list != "" {
			b.WriteString("</" + list + ">\n")
		}
		list = ""
	}
	for _, block := range parse(text) {
		block = block.fixed(72)
		inner := inline(block)
		if block.kind != item {
			end()
		}
		switch block.kind {
		case heading:
			if block.level > 1 {
				sections = append(sections, template.HTML(b.String()))
				b.Reset()
			}
			level := min(block.level, 6)
			fmt.Fprintf(&b, "<h%d>%s</h%d>\n", level, inner, level)
		case codeBlock:
			b.WriteString("<pre>" + inner + "</pre>\n")
		case item:
			sign := strings.TrimLeft(block.marker, " ")
			element, own := "ul", ""
			if number, ordered := strings.CutSuffix(sign, "."); ordered {
				element, own = "ol", ` value="`+number+`"`
			}
			if indent := len(block.marker) - len(sign); indent > 0 {
				own += fmt.Sprintf(` style="margin-left: %dch"`, indent)
			}
			if list != element {
				end()
				list = element
				b.WriteString("<" + element + ">\n")
			}
			b.WriteString("<li" + own + ">" + inner + "</li>\n")
		case quote:
			b.WriteString("<blockquote><p>" + inner + "</p></blockquote>\n")
		default:
			b.WriteString("<p>" + inner + "</p>\n")
		}
	}
	end()
	return append(sections, template.HTML(b.String()))
}

// elements are the HTML elements of styles.
var elements = map[Style]string{Strong: "strong", Emphasis: "em", Code: "kbd"}

// inline returns the text of a block as HTML.
func inline(of block) string {
	return of.write(func(text string, style Style) string {
		text = html.EscapeString(legible.Text(text))
		if element := elements[style]; element != "" && text != "" && of.kind != codeBlock {
			text = "<" + element + ">" + text + "</" + element + ">"
		}
		return text
	})
}
