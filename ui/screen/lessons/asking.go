package lessons

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lesson"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/markdown"
	"gramscope/ui/screen"
)

// Asking is a screen whose charts give way to a step of the open lesson, and to what answers it. It goes on computing.
type Asking struct {
	screen.Screen
	*course
}

// Asking returns the open step in front of a screen.
func (c *course) Asking(behind screen.Screen) Asking { return Asking{behind, c} }

// Keys answer the open step. Digits are left out where they have no use.
func (a Asking) Keys(int) []screen.Key {
	var choose, draw, hands, skip, correct string
	enter, digits := "go on", "" // the digits that have a use
	switch step, _ := a.step(); {
	case a.corrects():
		correct = "correct hands"
	case a.stage != asks:
	case step.Draws():
		draw, enter, skip = "draw", "done", "skip"
		if a.Class { // digits were hands in the step before, and do nothing here
			digits = "0123456789"
		}
	case a.Class:
		choose, hands, enter, skip, digits = "choose", "hands", "answer", "skip", "0123456789"
	default:
		choose, enter, skip, digits = "choose", "answer", "skip", "123456789"[:len(step.Answers)]
	}
	list := []screen.Key{
		screen.NewPair("up down", "↑↓", "choose the answer above or below, or move the point that is drawn", choose,
			func(by int) { a.Move(0, -by) }),
		screen.NewPair("left right", "←→", "draw at the value before or after; in a class, take or give a hand", "",
			func(by int) { a.Move(by, 0) }),
		{Show: "←→↑↓", Hint: draw}, {Show: "0–9", Hint: hands}, {Show: "backspace", Hint: correct},
		screen.NewKey("enter", "give the answer that is chosen, or end the drawing; a click does so, too", enter, a.Enter),
	}
	for _, digit := range digits {
		list = append(list, screen.NewKey(string(digit), "give that answer, or in a class type its hands", "",
			screen.Only(func() { a.Digit(int(digit - '0')) })))
	}
	for i := range list {
		list[i].On = screen.OnFirst
	}
	return append(list, screen.NewKey("S", "skip the step", skip, a.Skip))
}

// Update passes messages to the screen, and lets the curves that answer a class grow.
func (a Asking) Update(msg any) []screen.Do { return append(a.Screen.Update(msg), a.reveal(msg)...) }

// Panes returns the question, the chart in which a curve is drawn, or what answers.
func (a Asking) Panes() screen.Panes {
	pane := screen.Chart{
		Title: func(_ chart.Lines, w int) string { return a.stepTitle(w) },
		Draw:  func(_ chart.Lines, w, h int) []string { return a.stepText(w, h) },
		Name:  "step",
		Click: a.click,
		Drag:  a.drag,
	}
	if at := len(a.answers) - 1; a.Draws() || a.stage == shows && len(a.lesson.Evidence(at)) > 0 {
		lines, title := a.sketched, lesson.InWords(a.sketch.of.Column)
		if a.stage == shows {
			lines, title = func() chart.Lines { return a.evidence(at) }, lesson.InWords(a.lesson.Evidence(at)[0].Column)
		}
		pane.Name = title + ", drawn"
		pane.Figure = func(int, int) chart.Chart {
			lines := lines()
			lines.Points, lines.VLines, lines.Y.Title = nil, nil, title // without the point that keys move
			return lines
		}
	}
	return screen.Panes{Charts: []screen.Chart{pane}}
}

// stepTitle heads the pane.
func (c *course) stepTitle(w int) string {
	n, all := len(c.answers)+1, len(c.lesson.Steps)
	step, _ := c.step()
	switch {
	case c.stage == scores:
		return c.look.Longest(w, c.lesson.Title+": how the room has done   enter goes on", "how the room has done")
	case c.stage == shows:
		of, list := fmt.Sprintf("step %d of %d", n-1, all), c.lesson.Evidence(n-2)
		if len(list) == 0 {
			return of
		}
		shown := list[0].Curve
		for _, one := range list[1:] {
			shown.Method += ", " + one.Method
		}
		what := c.curveTitle(shown)
		return c.look.Longest(w, of+": "+what, what)
	case step.Draws():
		of, draw := c.curveTitle(step.Curve), fmt.Sprintf("Draw, step %d of %d: ", n, all)
		brief, number := lesson.InWords(step.Curve.Column)+" of "+step.Curve.Method, fmt.Sprintf("Draw %d/%d: ", n, all)
		return c.look.Longest(w, draw+"the "+of+" that you expect", draw+of, draw+brief, number+of, number+brief, of)
	}
	return c.look.Longest(w, fmt.Sprintf("Predict, step %d of %d", n, all), fmt.Sprintf("Predict %d/%d", n, all))
}

// stepText draws the question, the chart, what answers it or the score.
func (c *course) stepText(w, h int) []string {
	var lines []string
	side := 0 // to the middle of a wide window
	if c.Fills() {
		side = max(0, (w-widestText)/2)
	}
	switch at := len(c.answers) - 1; {
	case c.Draws():
		return screen.Drawn(c.look, c.sketched(), w, h)
	case c.stage == scores:
		lines = c.score(w - side)
	case c.stage == asks:
		lines, _ = c.question(w-side, h)
	default:
		lines = c.answeredLines(at, w, h)
		if len(c.lesson.Evidence(at)) > 0 && h-len(lines) >= 4 {
			return screen.Named(c.look, lines, c.evidence(at), w, h)
		}
	}
	for i := range lines {
		lines[i] = strings.Repeat(" ", side) + lines[i]
	}
	return lines
}

// laid lays Markdown out after two blanks.
func laid(l *look.Look, text string, w int) (lines []string) {
	for _, line := range markdown.Render(text, min(max(w-4, 2), widestText), l.Text, painter(l)) {
		lines = append(lines, "  "+line)
	}
	return lines
}

// answer lays out an answer of a question, from 0, after a mark of one cell; in a class it ends in a bar of hands.
func (c *course) answer(step lesson.Step, i int, mark string, a Answer, w int) []string {
	lines := laid(c.look, fmt.Sprintf("%d. %s", i+1, step.Answers[i].Text), w)
	lines[0] = mark + c.look.Fit(lines[0], w)[1:]
	if !c.Class {
		return lines
	}
	const widest = 24
	cells := float64(min(widest, max(w-14, 0))) * float64(a.Votes(i)) / float64(max(a.all(), 1))
	bar := c.look.Text(strings.Repeat("█", int(math.Round(cells))))
	return append(lines, fmt.Sprintf("     %s %d", bar, a.Votes(i)))
}

// answeredLines returns the answers to the last question, or the right one if all take more than half of h lines.
func (c *course) answeredLines(at, w, h int) (lines []string) {
	step, a := c.lesson.Steps[at], c.answers[at]
	if step.Draws() {
		return nil
	}
	right := rightOf(step)
	var only []string
	for i := range step.Answers {
		mark := " "
		switch {
		case i == right:
			mark = "✓"
		case a.Choice == i+1:
			mark = "✗"
		}
		list := c.answer(step, i, c.look.Text(mark), a, w)
		if i == right {
			list[0] = c.look.Strong.Render(ansi.Strip(list[0]))
			only = list
		}
		lines = append(lines, list...)
	}
	if len(lines) > max(h/2, 1) {
		lines = only
	}
	return append(lines, "")
}

// question lays out the open question in h lines: what is asked, and the answers, one of which is pointed at. of has
// the answer, from 0, of each line, −1 for none. Without room the blank lines are left out, then the lead.
func (c *course) question(w, h int) (lines []string, of []int) {
	l := c.look
	step, _ := c.step()
	add := func(answer int, list ...string) {
		for _, line := range list {
			lines, of = append(lines, l.Fit(line, w)), append(of, answer)
		}
	}
	for _, form := range []struct{ blanks, lead bool }{{true, true}, {false, true}, {false, false}} {
		lines, of = nil, nil
		blank := func() {
			if form.blanks {
				add(-1, "")
			}
		}
		blank()
		for _, line := range broken(l, markdown.Bare(step.Question), w) {
			add(-1, l.Strong.Render("  "+line))
		}
		if step.Lead != "" && form.lead {
			blank()
			add(-1, laid(l, step.Lead, w)...)
		}
		blank()
		for i := range step.Answers {
			if c.Class && i > 0 {
				blank()
			}
			mark := " "
			if i == c.at {
				mark = "▸"
			}
			list := c.answer(step, i, l.Text(mark), Answer{Hands: c.hands}, w)
			for k := range list {
				if i == c.at {
					list[k] = l.Accent.Render(ansi.Strip(l.Fit(list[k], w)))
				}
			}
			add(i, list...)
		}
		if len(lines) <= h {
			break
		}
	}
	over := len(lines) - h // the answer that is pointed at stays in sight
	for over > 0 && of[0] != c.at {
		lines, of, over = lines[1:], of[1:], over-1
	}
	return lines, of
}

// click sets a point of the curve, or points at an answer. A second click gives the answer. In a class each click adds
// a hand.
func (c *course) click(x, y, w, h int) []screen.Do {
	switch {
	case c.Draws():
		c.drawAt(x, y, w, h)
	case c.stage == asks:
		if _, of := c.question(w, h); y >= 0 && y < len(of) && of[y] >= 0 {
			same := c.at == of[y]
			switch c.at = of[y]; {
			case c.Class:
				c.raise(c.hands[c.at] + 1)
			case same:
				c.Digit(c.at + 1)
			}
		}
	}
	return nil
}
