package lesson

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Line is one line of a rendered text.
type Line []Span

// String is the line without its styles.
func (l Line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}

// Render lays out Markdown in lines of at most w cells, or 2 where w is less:
// that is what a wide character takes. Paragraphs are filled, items of lists
// hang on their markers, and a word longer than a line is cut, as code is.
// Blocks are one blank line apart, items of a list stand together.
func Render(text string, w int) []Line {
	w = max(2, w)
	var lines []Line
	blocks := parse(text)
	for i, b := range blocks {
		if i > 0 && (b.kind != item || blocks[i-1].kind != item) {
			lines = append(lines, nil)
		}
		switch b.kind {
		case codeBlock:
			lines = append(lines, cutLines(b.lines, w)...)
		case item:
			lines = append(lines, hang(b, w)...)
		default:
			lines = append(lines, fill(words(b.spans()), w)...)
		}
	}
	return lines
}

// hang fills an item, indented by its marker. Where that would leave too little
// room, the marker is a word of the text.
func hang(b block, w int) []Line {
	const least = 12 // cells for text beside a marker
	indent := ansi.StringWidth(b.marker) + 1
	if w-indent < least {
		return fill(append([]word{{{b.marker, Plain}}}, words(b.spans())...), w)
	}
	lines := fill(words(b.spans()), w-indent)
	for i, line := range lines {
		lead := strings.Repeat(" ", indent)
		if i == 0 {
			lead = b.marker + " "
		}
		lines[i] = append(Line{{lead, Plain}}, line...)
	}
	if lines == nil { // a marker alone
		lines = []Line{{{b.marker, Plain}}}
	}
	return lines
}

// cutLines are the lines of code, cut where they are too long.
func cutLines(code []string, w int) []Line {
	var lines []Line
	for _, text := range code {
		for {
			head, rest := cut(text, w)
			lines = append(lines, Line{{head, Code}})
			if text = rest; text == "" {
				break
			}
		}
	}
	return lines
}

// cut divides a text after at most w cells; head is empty if not even the first
// character fits.
func cut(text string, w int) (head, rest string) {
	head = ansi.Truncate(text, w, "")
	return head, text[len(head):]
}

// word is what stands between blanks; it may be of several styles.
type word []Span

func (w word) width() int {
	n := 0
	for _, s := range w {
		n += ansi.StringWidth(s.Text)
	}
	return n
}

// words takes spans apart at blanks.
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

// fill puts words in lines of at most w cells.
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

// blank adds the blank before a word, in the style of both sides if that is one.
func blank(line Line, next word) Line {
	style := Plain
	if before := line[len(line)-1].Style; before == next[0].Style {
		style = before
	}
	return join(line, Span{" ", style})
}

// join adds a span to a line, within its last one if the style is the same.
func join(line Line, s Span) Line {
	if last := len(line) - 1; last >= 0 && line[last].Style == s.Style {
		line[last].Text += s.Text
		return line
	}
	return append(line, s)
}
