package lesson

import (
	"fmt"

	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// checkAnswers reads the statements of the answers, as those of the claim.
func (l *Lesson) checkAnswers(known []string) error {
	for _, step := range l.Steps {
		for _, a := range step.Answers {
			if a.claim.key == "" {
				continue
			}
			s, err := parseStatement(a.claim.key, a.claim.text)
			if err == nil {
				err = l.checkStatement(s, known)
			}
			if err != nil {
				return a.claim.place(err)
			}
		}
	}
	return nil
}

// CheckSteps says whether the statements of right answers hold for rows, those of wrong answers do not, and the curves to
// be drawn are within their axes. The verdict is Waiting as that of [Lesson.Check] is.
func (l Lesson) CheckSteps(rows []sweep.Result) claim.Verdict {
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
			v, ok := e.try(a)
			if v.State == claim.Waiting {
				return v
			}
			if ok && (v.State == claim.Holds) != a.Right {
				is := map[bool]string{true: "right", false: "wrong"}[a.Right]
				found.Says(false, fmt.Sprintf("step %d: answer %d is marked %s, but %s", i+1, k+1, is, v.Figures))
			}
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

// try carries out the statement of an answer, if it has one, and returns its verdict.
func (e *evidence) try(a Answer) (v claim.Verdict, ok bool) {
	if a.claim.key == "" {
		return claim.Verdict{State: claim.Holds}, false
	}
	s, err := parseStatement(a.claim.key, a.claim.text)
	if err != nil {
		panic("lesson: " + a.claim.place(err).Error()) // Parse has read it
	}
	e.carryOut(s)
	v = e.Verdict()
	e.Evidence = claim.Evidence{}
	return v, true
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
