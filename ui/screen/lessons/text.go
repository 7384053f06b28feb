package lessons

import (
	"strings"

	"gramscope/ui/lesson"
	"gramscope/ui/look"
)

// WidestText is where lines become too long to read.
const WidestText = 76

// Styled colours a line in the characters of this look.
func Styled(l *look.Look, line lesson.Line) string {
	var b strings.Builder
	for _, s := range line {
		switch s.Style {
		case lesson.Heading, lesson.Strong:
			b.WriteString(l.Strong.Render(s.Text))
		case lesson.Code:
			b.WriteString(l.Series[0].Render(s.Text))
		case lesson.Emphasis:
			b.WriteString(l.Plain.Italic(true).Render(s.Text))
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}
