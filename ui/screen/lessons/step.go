package lessons

import (
	"fmt"
	"path/filepath"
	"strings"

	"gramscope/model/claim"
	"gramscope/model/lesson"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/markdown"
)

// steps is how far the open lesson has been taken.
type steps struct {
	answers []Answer // to the steps that were passed
	asks    bool     // the next step is open
	shows   bool     // the runs stand beside the curve that was drawn last
	at      int      // the answer that is pointed at
	sketch  sketch   // the curve that is being drawn, or was drawn last
}

// keyOf returns the name under which answers to a lesson are kept: a file's without its folder.
func keyOf(l lesson.Lesson) string { return filepath.Base(l.Name) }

// begin goes to where the open lesson was left: before its first step, or behind the last that was passed.
func (s *Screen) begin() {
	s.now = steps{answers: s.answered[keyOf(s.Now())]}
	s.now.answers = s.now.answers[:min(len(s.now.answers), len(s.Now().Steps))]
	if len(s.now.answers) == 0 {
		s.ask()
	}
}

// step returns the step that comes next.
func (s *Screen) step() (lesson.Step, bool) {
	all := s.Now().Steps
	if len(s.now.answers) >= len(all) {
		return lesson.Step{}, false
	}
	return all[len(s.now.answers)], true
}

// ask opens the next step, if there is one.
func (s *Screen) ask() {
	step, ok := s.step()
	if s.now.shows, s.now.asks, s.now.at = false, ok, 0; ok && step.Draws() {
		_, xs := s.Now().Over(s.bench.Methods())
		s.now.sketch = newSketch(step.Curve, len(xs))
	}
}

// Waits reports whether a step has no answer yet, so that figures have to wait.
func (s *Screen) Waits() bool {
	_, more := s.step()
	return s.Open && more
}

// between reports whether a step that was passed stands in the place of the charts, and the next one is not open yet.
func (s *Screen) between() bool {
	return s.Waits() && !s.now.asks && !s.now.shows && len(s.now.answers) > 0
}

// Asks reports whether the steps stand in the place of the charts: some have no answer yet, or the runs stand beside the curve that
// was drawn last.
func (s *Screen) Asks() bool { return s.Waits() || s.Open && s.now.shows }

// Stage names where the open lesson stands among its steps: it differs for each question, and for what is shown after it.
func (s *Screen) Stage() string {
	if !s.Asks() {
		return ""
	}
	return fmt.Sprint(s.Now().Name, len(s.now.answers), s.now.asks)
}

// Draws reports whether a curve is being drawn.
func (s *Screen) Draws() bool {
	step, ok := s.step()
	return s.Open && s.now.asks && ok && step.Draws()
}

// Forward shows the next page of the text, or behind its end opens the next step. It returns a message for the user.
func (s *Screen) Forward() string {
	step, more := s.step()
	switch {
	case s.text.body.Below() > 0:
		s.now.shows = false
		s.Scroll(-1, 1)
	case s.now.asks && step.Draws():
		return "draw the curve first: ←→ and ↑↓, then enter; S skips the step"
	case s.now.asks:
		return "answer first: ↑↓ and enter, or its digit; S skips the step"
	case more:
		s.ask()
	case s.now.shows:
		s.now.shows = false
	default:
		return "the lesson ends here; n opens the next one"
	}
	return ""
}

// Back shows the page before, or closes the step that was opened behind the text.
func (s *Screen) Back() string {
	first, _, _ := s.text.body.Seen()
	switch {
	case s.now.shows:
		s.now.shows = false
	case s.now.asks && len(s.now.answers) > 0:
		s.now.asks = false
	case first > 1:
		s.Scroll(1, -1)
	default:
		return "the lesson begins here"
	}
	return ""
}

// Skip passes the open step without an answer. It returns a message for the user.
func (s *Screen) Skip() string {
	if !s.now.asks {
		return "no step is open; space goes to the next one"
	}
	s.pass(Answer{})
	return ""
}

// Finish passes all steps that have no answer yet, without one.
func (s *Screen) Finish() {
	for s.Waits() {
		s.pass(Answer{})
	}
	s.now.shows = false
}

// Again forgets the answers to the lesson, and opens its first step.
func (s *Screen) Again() string {
	if len(s.Now().Steps) == 0 {
		return "this lesson has no steps"
	}
	delete(s.answered, keyOf(s.Now()))
	s.begin()
	s.text = pane{}
	return "the answers to this lesson are forgotten"
}

// pass passes the open step, and shows the text behind it.
func (s *Screen) pass(a Answer) {
	step, _ := s.step()
	s.now.asks, s.now.shows = false, step.Draws()
	s.now.answers = append(s.now.answers[:len(s.now.answers):len(s.now.answers)], a)
	s.answered[keyOf(s.Now())] = s.now.answers
	s.text.toStep = true
}

// Point moves the pointer among the answers.
func (s *Screen) Point(by int) {
	step, _ := s.step()
	s.now.at = min(max(s.now.at+by, 0), max(len(step.Answers)-1, 0))
}

// Choose answers the open question, from 1. It reports whether there is such an answer.
func (s *Screen) Choose(answer int) bool {
	step, ok := s.step()
	if !ok || !s.now.asks || answer < 1 || answer > len(step.Answers) {
		return false
	}
	s.pass(Answer{Choice: answer})
	return true
}

// Answer gives the answer that is pointed at, or the curve that was drawn. It returns a message for the user.
func (s *Screen) Answer() string {
	switch step, ok := s.step(); {
	case !s.now.asks && ok:
		s.ask()
	case s.now.shows:
		s.now.shows = false
	case !ok:
	case step.Draws():
		const least = 2 // points
		x, y := s.drawn(step.Curve)
		if len(x) < least {
			return "draw the curve first: → goes to the next value, ↑↓ move the point"
		}
		s.pass(Answer{X: x, Y: y})
	default:
		s.Choose(s.now.at + 1)
	}
	return ""
}

// section is a part of the text in Markdown: a step that was passed, what is said of its answer, and the text behind it.
type section struct{ asked, said, text string }

// sections returns the text up to the open step: what stands before the first step, and the steps that were passed.
func (s *Screen) sections() []section {
	_, before, _ := strings.Cut(s.Now().Before, "\n") // the title heads the pane
	list := []section{{text: before}}
	var rows []sweep.Result
	for i, a := range s.now.answers {
		step := s.Now().Steps[i]
		if step.Draws() && rows == nil {
			rows = s.rows()
		}
		list = append(list, s.passed(step, a, rows))
	}
	return list
}

// passed returns the text of a step that was passed.
func (s *Screen) passed(step lesson.Step, a Answer, rows []sweep.Result) section {
	if step.Draws() {
		return section{"## Draw: " + s.curveTitle(step.Curve), "**" + s.compared(step.Curve, a, rows) + "**", step.After}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## Predict: %s\n\n%s\n\n", markdown.Bare(step.Question), step.Lead)
	right := 0
	for i, answer := range step.Answers {
		sign := ""
		switch {
		case answer.Right:
			right, sign = i+1, "✓ "
		case a.Choice == i+1:
			sign = "✗ "
		}
		fmt.Fprintf(&b, "%d. %s%s\n", i+1, sign, answer.Text)
	}
	said := fmt.Sprintf("**You chose %d. Right is %d.**", a.Choice, right)
	switch {
	case a.Choice == right:
		said = fmt.Sprintf("**You chose %d: right.**", right)
	case a.Skipped():
		said = fmt.Sprintf("**Right is %d.**", right)
	}
	return section{b.String(), said, step.After}
}

// compared says how a drawn curve differs from the runs, as far as these are there.
func (s *Screen) compared(c lesson.Curve, a Answer, rows []sweep.Result) string {
	if a.Skipped() {
		return "You drew no curve."
	}
	p, _ := s.Now().Over(s.bench.Methods())
	worst, text := -1.0, "The runs are being computed."
	if s.bench.Outcome().Finished() {
		text = "Your curve is compared at the lesson's own setting: `u` takes back one step at a time."
	}
	axis := yAxis(c)
	x, y := s.Now().Truth(c, rows)
	for i := range a.X {
		for k := range x {
			from, _ := axis.Map(a.Y[i])
			to, ok := axis.Map(y[k])
			off := max(from-to, to-from)
			if x[k] != a.X[i] || !ok || off <= worst {
				continue
			}
			worst = off
			text = fmt.Sprintf("At %s = %s you drew %s. It is %s%s.", p.Symbol, claim.Number(x[k]), number.Value(c.Column.Format, a.Y[i]), number.Value(c.Column.Format, y[k]), times(y[k], a.Y[i]))
		}
	}
	const near = 0.06 // of the axis
	if worst >= 0 && worst < near {
		return "Your curve is close. " + text
	}
	if worst >= 0 {
		return "Your curve is furthest off here: " + strings.ToLower(text[:1]) + text[1:]
	}
	return text
}

// times says by what factor something is above or below what was drawn, "" if that says little.
func times(is, drawn float64) string {
	const least = 1.5
	switch {
	case is <= 0 || drawn <= 0:
		return ""
	case is/drawn >= least:
		return ", higher by a factor of " + claim.Number(is/drawn)
	case drawn/is >= least:
		return ", lower by a factor of " + claim.Number(drawn/is)
	}
	return ""
}
