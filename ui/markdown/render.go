package markdown

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Line is one line of a rendered text.
type Line []Span

// String returns the line without its styles.
func (l Line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Render lays out Markdown in lines of at most w cells, at least 2, the width of a wide character. It fills paragraphs,
// indents items of lists by their markers, and cuts code and words that are longer than a line. A blank line separates
// blocks, but not items of a list. spelled replaces characters that can't be shown.
func Render(text string, w int, spelled func(string) string) []Line {
	w = max(2, w)
	var lines []Line
	blocks := parse(text)
	for i, b := range blocks {
		if i > 0 && (b.kind != item || blocks[i-1].kind != item) {
			lines = append(lines, nil)
		}
		if b.kind == codeBlock {
			for _, code := range b.lines {
				lines = append(lines, cutCode(spelled(code), w)...)
			}
			continue
		}
		spans := b.spans()
		for k := range spans {
			spans[k].Text = spelled(spans[k].Text)
		}
		if b.kind == item {
			lines = append(lines, hang(spelled(b.marker), words(spans), w)...)
		} else {
			lines = append(lines, fill(words(spans), w)...)
		}
	}
	return lines
}

// hang lays out an item, indented by its marker. If the lines are too short for that, the marker
// is treated as a word of the text.
func hang(marker string, text []word, w int) []Line {
	const least = 12 // cells for text beside a marker
	indent := ansi.StringWidth(marker) + 1
	if w-indent < least {
		return fill(append([]word{{{marker, Plain}}}, text...), w)
	}
	lines := fill(text, w-indent)
	for i, line := range lines {
		lead := strings.Repeat(" ", indent)
		if i == 0 {
			lead = marker + " "
		}
		lines[i] = append(Line{{lead, Plain}}, line...)
	}
	if lines == nil { // a marker alone
		lines = []Line{{{marker, Plain}}}
	}
	return lines
}

// cutCode cuts one line of code into lines of at most w cells.
func cutCode(text string, w int) (lines []Line) {
	for {
		head, rest := cut(text, w)
		lines = append(lines, Line{{head, Code}})
		if text = rest; text == "" {
			return lines
		}
	}
}

// cut splits a text after at most w cells; head is empty if the first character does not fit.
func cut(text string, w int) (head, rest string) {
	head = ansi.Truncate(text, w, "")
	return head, text[len(head):]
}

// word is a text between blanks; it may have several styles.
type word []Span

func (w word) width() int {
	n := 0
	for _, s := range w {
		n += ansi.StringWidth(s.Text)
	}
	return n
}

// words splits spans at blanks.
func words(spans []Span) []word {
	var list []word
	glued := false // whether the next piece continues the last word
	for _, s := range spans {
		for i, piece := range strings.Split(s.Text, " ") {
			if i > 0 {
				glued = false
			}
			if piece == "" {
				continue
			}
			if glued {
				list[len(list)-1] = append(list[len(list)-1], Span{piece, s.Style})
			} else {
				list, glued = append(list, word{{piece, s.Style}}), true
			}
		}
	}
	return list
}

// fill breaks words into lines of at most w cells.
func fill(list []word, w int) []Line {
	var lines []Line
	var line Line
	used := 0
	for _, next := range list {
		width := next.width()
		if used > 0 && used+1+width <= w {
			line = blank(line, next)
			used++
		} else if used > 0 {
			lines, line, used = append(lines, line), nil, 0
		}
		for _, s := range next {
			for s.Text != "" {
				head, rest := cut(s.Text, w-used)
				if head == "" && used > 0 { // the line is full
					lines, line, used = append(lines, line), nil, 0
					continue
				}
				line = join(line, Span{head, s.Style})
				used += ansi.StringWidth(head)
				s.Text = rest
			}
		}
	}
	if line != nil {
		lines = append(lines, line)
	}
	return lines
}

// blank adds a blank before a word, in the style of both neighbours if they have the same.
func blank(line Line, next word) Line {
	style := Plain
	if before := line[len(line)-1].Style; before == next[0].Style {
		style = before
	}
	return join(line, Span{" ", style})
}

// join adds a span to a line, merged with its last span if they have the same style.
func join(line Line, s Span) Line {
	if last := len(line) - 1; last >= 0 && line[last].Style == s.Style {
		line[last].Text += s.Text
		return line
	}
	return append(line, s)
}
