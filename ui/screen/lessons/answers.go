package lessons

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gramscope/data/legible"
	"gramscope/model/claim"
	"gramscope/model/lesson"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/markdown"
	"gramscope/ui/session"
)

// Answers are the answers to the passed steps of a lesson, in the order of the steps.
type Answers struct {
	Lesson string   `json:"lesson"` // its name, or the name of its file without the folder
	Steps  []Answer `json:"steps"`
}

// Answer is the answer to one step, the zero value if the step was skipped.
type Answer struct {
	Choice int       `json:"choice,omitempty"` // of a question, from 1
	Hands  []int     `json:"hands,omitempty"`  // of a class, by answer
	X      []float64 `json:"x,omitempty"`      // of a curve that was drawn: values of the swept parameter
	Y      []float64 `json:"y,omitempty"`      // what was drawn there
}

// Skipped reports whether the step was passed without an answer.
func (a Answer) Skipped() bool { return a.Choice == 0 && a.all() == 0 && len(a.X) == 0 }

// all returns the number of hands.
func (a Answer) all() (sum int) {
	for _, n := range a.Hands {
		sum += n
	}
	return sum
}

// Votes returns the number of a class's hands for an answer, counted from 0, or 1 if it is a reader's choice.
func (a Answer) Votes(answer int) int {
	switch {
	case answer < len(a.Hands):
		return a.Hands[answer]
	case a.Choice == answer+1:
		return 1
	}
	return 0
}

// State is the answers to all lessons. What is shown of the lesson that the explorer opens follows from them.
func (s *Screen) State() []session.Field {
	var all []Answers
	for _, name := range slices.Sorted(maps.Keys(s.answered)) {
		all = append(all, Answers{name, slices.Clone(s.answered[name])})
	}
	field := session.Of("answers", all, func(all []Answers) (problem, remedy string) {
		if problem, remedy = fault(all); problem != "" {
			return problem, remedy
		}
		clear(s.answered)
		for _, l := range all {
			s.answered[l.Lesson] = l.Steps
		}
		if s.Open && len(s.answered[keyOf(s.lesson)]) != len(s.answers) {
			s.begin(s.lesson)
		}
		return "", ""
	})
	if all == nil {
		field.Value = nil
	}
	return []session.Field{field}
}

// mostHands is the largest number of hands that an answer may have.
const mostHands = 9999

// fault says what is wrong with answers, "" for nothing. JSON has no numbers that are not finite.
func fault(all []Answers) (problem, remedy string) {
	for _, l := range all {
		if l.Lesson == "" || strings.ContainsAny(l.Lesson, "/\\") || legible.Text(l.Lesson) != l.Lesson {
			return fmt.Sprintf("%.200q is not the name of a lesson", l.Lesson), "give the name of a lesson or a file"
		}
		for k, a := range l.Steps {
			at := fmt.Sprintf("step %d of %.200s: ", k+1, l.Lesson)
			switch {
			case a.Choice < 0:
				return at + fmt.Sprintf("there is no answer %d", a.Choice), "choices are 1 or more"
			case slices.ContainsFunc(a.Hands, func(n int) bool { return n < 0 || n > mostHands }):
				return at + fmt.Sprintf("hands are %v", a.Hands), fmt.Sprintf("answers have 0 to %d each", mostHands)
			case len(a.X) != len(a.Y):
				problem = fmt.Sprintf("a curve has %d values of x and %d of y", len(a.X), len(a.Y))
				return at + problem, "give as many of one as of the other"
			}
		}
	}
	return "", ""
}

// rightOf returns the right answer of a question, from 0.
func rightOf(step lesson.Step) int {
	return slices.IndexFunc(step.Answers, func(a lesson.Answer) bool { return a.Right })
}

// told says what was answered to a question, and what is right.
func told(step lesson.Step, a Answer) string {
	at := rightOf(step)
	right := fmt.Sprintf("%d, %s", at+1, strings.TrimSuffix(markdown.Bare(step.Answers[at].Text), "."))
	switch {
	case a.all() > 0:
		return fmt.Sprintf("%d of %d hands are right: %s.", a.Votes(at), a.all(), right)
	case a.Skipped():
		return "Right is " + right + "."
	case a.Choice == at+1:
		return "You are right: " + right + "."
	}
	return fmt.Sprintf("You chose %d. Right is %s.", a.Choice, right)
}

// near is the distance of a curve from what was drawn, as a part of the axis, below which they agree.
const near = 0.06

// off returns, for each point of a drawn curve with runs, how far they are from it, as a part of the axis, and their x
// and y.
func (c *course) off(of lesson.Curve, a Answer, rows []sweep.Result) (off, x, y []float64) {
	axis := yAxis(of)
	xs, ys := c.lesson.Truth(of, rows)
	for i := range a.X {
		for k := range xs {
			drawn, _ := axis.Map(a.Y[i])
			if is, ok := axis.Map(ys[k]); ok && xs[k] == a.X[i] {
				off, x, y = append(off, max(drawn-is, is-drawn)), append(x, xs[k]), append(y, ys[k])
			}
		}
	}
	return off, x, y
}

// compared says how a drawn curve differs from the runs so far.
func (c *course) compared(of lesson.Curve, a Answer, rows []sweep.Result) string {
	off, x, y := c.off(of, a, rows)
	switch {
	case a.Skipped():
		return "You drew no curve."
	case len(off) == 0 && c.bench.Outcome.Finished:
		return "Your curve is compared at the lesson's own setting: u takes back one step at a time, R begins again there."
	case len(off) == 0:
		return "The runs are being computed."
	}
	at := slices.Index(off, slices.Max(off))
	drawn := a.Y[slices.Index(a.X, x[at])]
	p, _ := c.lesson.Over()
	value := func(v float64) string { return number.Value(of.Column.Format, v) }
	text := fmt.Sprintf("t %s = %s you drew %s. It is %s.", p.Symbol, claim.Number(x[at]), value(drawn), value(y[at]))
	if off[at] < near {
		return "Your curve is close. A" + text
	}
	return "Your curve is furthest off here: a" + text
}

// curveTitle names a curve with what it is over.
func (c *course) curveTitle(of lesson.Curve) string {
	p, _ := c.lesson.Over()
	return lesson.InWords(of.Column) + " of " + of.Method + " over " + p.Symbol
}

// said returns what a passed step asked for, and how its answer compares with the right one.
func (c *course) said(i int, rows []sweep.Result) (asked, said string) {
	step, a := c.lesson.Steps[i], c.answers[i]
	if step.Draws() {
		return "Draw: " + c.curveTitle(step.Curve), c.compared(step.Curve, a, rows)
	}
	return markdown.Bare(step.Question), told(step, a)
}

// score says how the room has done: for each question the share of hands that are right, for each curve the share of
// its points near the runs.
func (c *course) score(w int) (lines []string) {
	const counts = 0.1 // of the axis, within which a point counts
	rows, sum, counted := c.rows(), 0.0, 0.0
	for i, a := range c.answers {
		asked, said := c.said(i, rows)
		lines = append(append(lines, ""), laid(c.look, fmt.Sprintf("%d. %s\n\n**%s**", i+1, asked, said), w)...)
		switch step := c.lesson.Steps[i]; {
		case step.Draws():
			off, _, _ := c.off(step.Curve, a, rows)
			for _, d := range off {
				if d < counts {
					sum += 1 / float64(len(off))
				}
			}
			counted += float64(min(len(off), 1))
		case !a.Skipped():
			sum, counted = sum+float64(a.Votes(rightOf(step)))/float64(max(a.all(), 1)), counted+1
		}
	}
	points := "- of 100"
	if counted > 0 {
		points = fmt.Sprintf("%.0f of 100", 100*sum/counted)
	}
	points = c.look.Longest(w-2, points+" (mean of steps): right hands, points within 1/10 of the axis", points)
	return append([]string{"", "  " + c.look.Strong.Render(c.look.Text(points))}, lines...)
}
