package lessons

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/chart"
	"gramscope/ui/markdown"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// Asking is a screen whose charts give way to a step of the open lesson. The screen computes behind it.
type Asking struct {
	screen.Screen
	of *Screen
}

// Asking returns the open step in front of a screen.
func (s *Screen) Asking(behind screen.Screen) Asking { return Asking{behind, s} }

// Keys are none: those of a step are the explorer's.
func (a Asking) Keys() []screen.Key { return nil }

// Values are none.
func (a Asking) Values() []widget.Item { return nil }

// Commands are none.
func (a Asking) Commands() []screen.Command { return nil }

// Hint leaves out the keys of charts, which are not there.
func (a Asking) Hint(word string, _ int, on screen.Place) string {
	s := a.of
	switch {
	case word == "log" || on == screen.OnFirst && (word == "change" || word == "choose" || word == "type"):
		return ""
	case word == "screen" && on == screen.OnFirst && s.now.asks && !s.Draws(): // digits are answers
		return ""
	case word == "answer" && (s.Draws() || !s.now.asks), word == "draw" && !s.Draws(), word == "skip" && !s.now.asks:
		return ""
	case word == "answer":
		return "choose"
	case word == "enter" && s.Draws():
		return "done"
	case word == "enter" && !s.now.asks:
		return "go on"
	case word == "enter":
		return "answer"
	}
	return word
}

// Panes returns the question, or the chart in which a curve is drawn.
func (a Asking) Panes() screen.Panes {
	s := a.of
	pane := screen.Chart{
		Title: func(_ chart.Lines, w int) string { return s.askingTitle(w) },
		Draw:  func(_ chart.Lines, w, h int) string { return s.askingText(w, h) },
		Name:  func() string { return "step" },
		Click: s.clickStep,
		Drag:  s.dragStep,
	}
	if s.sketches() {
		pane.Name = func() string { return s.now.sketch.of.Column.Title() + ", drawn" }
		pane.Figure = func() chart.Chart {
			lines := s.sketchChart()
			lines.Points, lines.VLines = nil, nil // where the keys draw
			lines.Y.Title = s.now.sketch.of.Column.Title()
			return lines
		}
	}
	return screen.Panes{Charts: []screen.Chart{pane}}
}

// sketches reports whether a chart to draw in, or what was drawn, is shown.
func (s *Screen) sketches() bool {
	step, _ := s.step()
	return s.now.shows || s.now.asks && step.Draws()
}

// askingTitle heads the pane.
func (s *Screen) askingTitle(w int) string {
	n, all := len(s.now.answers)+1, len(s.Now().Steps)
	switch {
	case s.now.shows:
		c, of, goes := s.curveTitle(s.now.sketch.of), fmt.Sprintf("step %d of %d: ", n-1, all), "   space or enter goes on"
		if x, _ := s.drawn(s.now.sketch.of); len(x) > 0 {
			return s.look.Longest(w, of+c+"   ╌╌ drawn"+goes, of+c+"   ╌╌ drawn", of+s.now.sketch.of.Column.Title()+"   ╌╌ drawn", c+"   ╌╌ drawn", c)
		}
		return s.look.Longest(w, of+c+goes, of+c, of+s.now.sketch.of.Column.Title(), c)
	case !s.now.asks:
		return s.look.Longest(w, fmt.Sprintf("step %d of %d is passed   enter goes on", n-1, all), fmt.Sprintf("step %d of %d", n-1, all))
	}
	step, _ := s.step()
	if step.Draws() {
		c := s.curveTitle(step.Curve)
		return s.look.Longest(w, fmt.Sprintf("Draw, step %d of %d: the %s that you expect", n, all, c), fmt.Sprintf("Draw, step %d of %d: %s", n, all, c), fmt.Sprintf("Draw, step %d of %d: %s", n, all, step.Curve.Column.Title()), fmt.Sprintf("Draw %d/%d: %s", n, all, c), c)
	}
	return s.look.Longest(w, fmt.Sprintf("Predict, step %d of %d", n, all), fmt.Sprintf("Predict %d/%d", n, all))
}

// askingText draws the question, the chart, or between steps the one that was passed.
func (s *Screen) askingText(w, h int) string {
	var lines []string
	switch {
	case s.sketches():
		return screen.Drawn(s.look, s.sketchChart(), w, h)
	case s.now.asks:
		lines, _ = s.question(w, h)
	default:
		lines = s.answeredText(w)
	}
	return s.look.Filled(append(lines, make([]string, max(0, h-len(lines)))...)[:h], w)
}

// answeredText is the step that was passed last, with its answer. What is said of it is in the text of the lesson.
func (s *Screen) answeredText(w int) (lines []string) {
	sections := s.sections()
	last := sections[len(sections)-1]
	for _, part := range []string{last.asked, "The charts and the claim come after the last step."} {
		lines = append(lines, "")
		for _, line := range markdown.Render(part, min(max(w-4, 2), widestText), s.look.Text) {
			lines = append(lines, "  "+styled(s.look, line))
		}
	}
	return lines
}

// question lays out the open question in at most h lines: what is asked, and the answers, one of which is pointed at. of
// tells the answer, from 0, of each line, −1 for none.
func (s *Screen) question(w, h int) (lines []string, of []int) {
	l := s.look
	step, _ := s.step()
	width := min(max(w-4, 2), widestText)
	add := func(answer int, list ...string) {
		for _, line := range list {
			lines, of = append(lines, l.Fit(line, w)), append(of, answer)
		}
	}
	laid := func(text string, width int) (list []string) {
		for _, line := range markdown.Render(text, width, l.Text) {
			list = append(list, "  "+styled(l, line))
		}
		return list
	}
	var asked, lead, answers, hint []string
	for line := range strings.SplitSeq(ansi.Wrap(l.Text(markdown.Bare(step.Question)), width, " "), "\n") {
		asked = append(asked, l.Strong.Render(l.Fit("  "+line, w)))
	}
	if step.Lead != "" {
		lead = append([]string{""}, laid(step.Lead, width)...)
	}
	var starts []int
	for i, a := range step.Answers {
		list := laid(fmt.Sprintf("%d. %s", i+1, a.Text), width)
		if starts = append(starts, len(answers)); i == s.now.at {
			for k, line := range list {
				mark := " "
				if k == 0 {
					mark = l.Text("▸")
				}
				list[k] = l.Accent.Render(ansi.Strip(mark + l.Fit(line, w)[1:]))
			}
		}
		answers = append(answers, list...)
	}
	hint = []string{"", l.Dim.Render(l.Fit(l.Text(l.Longest(w-2, "  ↑↓ and enter, or a digit, answer; S skips the step. The charts come after that.", "  ↑↓ and enter, or a digit; S skips", "  ↑↓ enter  S skips")), w))}
	room := h - len(asked) - len(answers)
	if room >= 2 {
		add(-1, "")
	}
	add(-1, asked...)
	if room -= 1; room-len(lead) >= 1 {
		add(-1, lead...)
		room -= len(lead)
	}
	if room >= 1 {
		add(-1, "")
		room--
	}
	for i := range step.Answers {
		end := len(answers)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		add(i, answers[starts[i]:end]...)
	}
	if room >= len(hint) {
		add(-1, hint...)
	}
	if over := len(lines) - h; over > 0 { // the answer that is pointed at stays in sight
		from := 0
		for from < over && of[from] != s.now.at {
			from++
		}
		lines, of = lines[from:], of[from:]
	}
	return lines, of
}

// clickStep points at the answer that is clicked on, and gives the one that is pointed at; or it sets a point of the curve.
func (s *Screen) clickStep(x, y, w, h int) []screen.Do {
	switch {
	case s.Draws():
		s.drawAt(x, y, w, h)
	case s.now.asks:
		if _, of := s.question(w, h); y >= 0 && y < len(of) && of[y] >= 0 {
			if s.now.at != of[y] {
				s.now.at = of[y]
			} else {
				s.Choose(s.now.at + 1)
			}
		}
	}
	return nil
}
