package lessons

import (
	"strings"

	"gramscope/ui/chart"
	"gramscope/ui/lesson"
	"gramscope/ui/look"
)

// WidestText is where lines become too long to read.
const WidestText = 76

// Markdown is a text in the characters of this look, without new marks.
func Markdown(l *look.Look, text string) string {
	if l.Glyphs != chart.ASCII {
		return text
	}
	text = strings.NewReplacer("·", ".", "×", "x").Replace(text)
	lines := strings.Split(text, "\n")
	for i, s := range lines {
		lines[i] = l.Text(s)
	}
	return strings.Join(lines, "\n")
}

// Styled colours a line.
func Styled(l *look.Look, line lesson.Line) string {
	var b strings.Builder
	for _, s := range line {
		switch s.Style {
		case lesson.Heading, lesson.Strong:
			b.WriteString(l.Strong.Render(l.Text(s.Text)))
		case lesson.Code:
			b.WriteString(l.Series[0].Render(l.Text(s.Text)))
		case lesson.Emphasis:
			b.WriteString(l.Plain.Italic(true).Render(l.Text(s.Text)))
		default:
			b.WriteString(l.Text(s.Text))
		}
	}
	return b.String()
}
