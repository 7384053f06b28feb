package lesson

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// comments returns the statements of answers and about the text.
func (l *Lesson) comments() (list []statement) {
	for _, step := range l.Steps {
		for _, a := range step.Answers {
			if a.claim.key != "" {
				list = append(list, a.claim)
			}
		}
	}
	return append(list, l.remarks...)
}

// CheckText says whether the statements of right answers and about the text hold for rows, statements of wrong answers
// do not, and the curves to be drawn are within their axes. The verdict is Waiting as that of [Lesson.Check] is.
func (l Lesson) CheckText(rows []sweep.Result) claim.Verdict {
	e := gather(l, rows)
	var found claim.Evidence
	if !e.knowWidths() || !e.define() {
		return e.Verdict()
	}
	judge := func(right bool, form string, args ...any) {
		v := e.Verdict()
		e.Evidence = claim.Evidence{}
		switch {
		case v.State == claim.Waiting:
			found.Needs(strings.TrimPrefix(v.Figures, "needs "))
		case (v.State == claim.Holds) != right:
			found.Says(false, fmt.Sprintf(form, args...)+v.Figures)
		}
	}
	for i, step := range l.Steps {
		if step.Draws() {
			e.checkCurve(step.Curve)
			judge(true, "step %d: ", i+1)
		}
		for k, a := range step.Answers {
			if a.claim.key == "" {
				continue
			}
			e.carryOut(a.claim)
			is := map[bool]string{true: "right", false: "wrong"}[a.Right]
			judge(a.Right, "step %d: answer %d is marked %s, but ", i+1, k+1, is)
		}
	}
	for _, one := range l.remarks {
		e.carryOut(one)
		judge(true, "line %d: ", one.line)
	}
	return found.Verdict()
}

// define carries out the statements that define numbers, and reports whether nothing was missing.
func (e *evidence) define() bool {
	for _, line := range e.lesson.claims {
		if line.name != "" && !e.carryOut(line) {
			return false
		}
	}
	return len(e.rows) > 0
}

// checkCurve checks that a curve is within the axis on which it is drawn.
func (e *evidence) checkCurve(c Curve) {
	for _, value := range e.swept() {
		all := e.all(c.Method, c.Column.Name, value)
		if all == nil {
			return
		}
		if v := stat.Mean(all, nil); v < c.Lo || v > c.Hi {
			e.Says(false, fmt.Sprintf("%s of %s %s is %s, outside the axis from %s to %s", c.Column.Title(), c.Method,
				e.where(value), claim.Number(v), claim.Number(c.Lo), claim.Number(c.Hi)))
			return
		}
	}
}

// Truth returns the curve that a reader was to draw, as far as rows have it: the means over the repetitions at each
// value of the swept parameter.
func (l Lesson) Truth(c Curve, rows []sweep.Result) (x, y []float64) {
	e := gather(l, rows)
	for _, value := range e.swept() {
		if all := e.all(c.Method, c.Column.Name, value); all != nil {
			x, y = append(x, value), append(y, stat.Mean(all, nil))
		}
	}
	return x, y
}

// Seen is a curve that the answer to a step rests on.
type Seen struct {
	Curve
	At     []float64 // the values of the swept parameter that the answer names
	Points bool      // whether only those are shown, as a later step has the reader draw the curve
}

// Evidence returns the curves that show the answer to a step: the one to draw, or those of the first column that the
// statement of the right answer names; none if it names no figures of methods.
func (l Lesson) Evidence(at int) (list []Seen) {
	step := l.Steps[at]
	if step.Draws() {
		return []Seen{{Curve: step.Curve}}
	}
	for _, f := range l.rightFigures(step) {
		column, _ := sweep.ColumnNamed(f.Column)
		if list != nil && column.Name != list[0].Column.Name {
			continue
		}
		i := slices.IndexFunc(list, func(s Seen) bool { return s.Method == f.Method })
		if i < 0 {
			i, list = len(list), append(list, Seen{Curve: Curve{Column: column, Method: f.Method}})
			draws := func(s Step) bool { return s.Curve.Method == f.Method && s.Curve.Column.Name == f.Column }
			list[i].Points = slices.ContainsFunc(l.Steps[at:], draws)
		}
		for _, p := range f.places {
			if v, err := p.value.Value(nil); err == nil && p.name == string(l.Spec.Over[0].Name) {
				list[i].At = append(list[i].At, v)
			}
		}
	}
	return list
}

// rightFigures returns the figures of the statement that says why an answer is right, then those of the numbers in it.
func (l Lesson) rightFigures(step Step) (list []Figure) {
	right := step.Answers[slices.IndexFunc(step.Answers, func(a Answer) bool { return a.Right })].claim
	var names []string
	for i, s := range slices.Backward(append(slices.Clone(l.claims), right)) {
		if i < len(l.claims) && !slices.Contains(names, s.name) {
			continue
		}
		list = append(list, s.figuresOf()...)
		for _, x := range s.sides {
			names = append(names, x.formula.Names()...)
		}
	}
	return list
}
