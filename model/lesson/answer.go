package lesson

import (
	"fmt"

	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// checkComments reads the statements in the text's comments, as those of the claim.
func (l *Lesson) checkComments(known []string) error {
	for _, one := range l.comments() {
		s, err := parseStatement(one.key, one.text)
		if err == nil {
			err = l.checkStatement(s, known)
		}
		if err != nil {
			return one.place(err)
		}
	}
	return nil
}

// comments returns the statements of answers, and those about the text.
func (l *Lesson) comments() (list []entry) {
	for _, step := range l.Steps {
		for _, a := range step.Answers {
			if a.claim.key != "" {
				list = append(list, a.claim)
			}
		}
	}
	return append(list, l.remarks...)
}

// CheckText says whether the statements of right answers and those about the text hold for rows, those of wrong answers do
// not, and the curves to be drawn are within their axes. The verdict is Waiting as that of [Lesson.Check] is.
func (l Lesson) CheckText(rows []sweep.Result) claim.Verdict {
	e := gather(l, rows)
	var found claim.Evidence
	if !e.knowWidths() || !e.define() {
		return e.Verdict()
	}
	for i, step := range l.Steps {
		if step.Draws() {
			e.checkCurve(step.Curve)
			switch v := e.Verdict(); v.State {
			case claim.Waiting:
				return v
			case claim.Fails:
				found.Says(false, fmt.Sprintf("step %d: %s", i+1, v.Figures))
			}
			e.Evidence = claim.Evidence{}
		}
		for k, a := range step.Answers {
			if a.claim.key == "" {
				continue
			}
			v := e.try(a.claim)
			if v.State == claim.Waiting {
				return v
			}
			if (v.State == claim.Holds) != a.Right {
				is := map[bool]string{true: "right", false: "wrong"}[a.Right]
				found.Says(false, fmt.Sprintf("step %d: answer %d is marked %s, but %s", i+1, k+1, is, v.Figures))
			}
		}
	}
	for _, one := range l.remarks {
		switch v := e.try(one); v.State {
		case claim.Waiting:
			return v
		case claim.Fails:
			found.Says(false, fmt.Sprintf("line %d: %s", one.line, v.Figures))
		}
	}
	return found.Verdict()
}

// define carries out the statements that define numbers, and reports whether nothing was missing.
func (e *evidence) define() bool {
	for _, line := range e.lesson.claims {
		switch line.key {
		case letKey, gridKey, firstKey, shareKey, needsKey:
			s, err := parseStatement(line.key, line.text)
			if err != nil {
				panic("lesson: " + line.place(err).Error()) // Parse has read it
			}
			if !e.carryOut(s) {
				return false
			}
		}
	}
	return len(e.rows) > 0
}

// try carries out the statement of a comment, and returns its verdict.
func (e *evidence) try(one entry) claim.Verdict {
	s, err := parseStatement(one.key, one.text)
	if err != nil {
		panic("lesson: " + one.place(err).Error()) // Parse has read it
	}
	e.carryOut(s)
	v := e.Verdict()
	e.Evidence = claim.Evidence{}
	return v
}

// checkCurve checks that a curve is within the axis on which it is drawn.
func (e *evidence) checkCurve(c Curve) {
	for _, value := range e.swept() {
		all := e.all(c.Method, c.Column.Name, value)
		if all == nil {
			return
		}
		if v := mean(all); v < c.Lo || v > c.Hi {
			e.Says(false, fmt.Sprintf("%s of %s %s is %s, outside the axis from %s to %s", c.Column.Title(), c.Method, e.where(value),
				claim.Number(v), claim.Number(c.Lo), claim.Number(c.Hi)))
			return
		}
	}
}

// Truth returns the curve that a reader was to draw, as far as rows have it: the means over the repetitions at each value
// of the swept parameter.
func (l Lesson) Truth(c Curve, rows []sweep.Result) (x, y []float64) {
	e := gather(l, rows)
	for _, value := range e.swept() {
		if all := e.all(c.Method, c.Column.Name, value); all != nil {
			x, y = append(x, value), append(y, mean(all))
		}
	}
	return x, y
}
