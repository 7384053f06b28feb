package lesson

import (
	"fmt"
	"math"

	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// Check says whether the lesson's claim holds on rows: in any order, those of
// its grid and any others, of which it takes no notice. Where rows of several
// seeds fit, those of the last row's seed count, so that rows of a new draw may
// follow on old ones. What is missing makes the verdict wait, be it that a run
// is not done, that it failed, that its method was left out, that a knob is
// elsewhere than in the preset, or that a column was not computed. The margins
// of the claims stand in their texts and were measured over 40 seeds; a claim
// about random draws may still fail at another one.
func (l Lesson) Check(rows []sweep.Result) claim.Verdict {
	e := gather(l, rows)
	l.claim(e)
	return e.Verdict()
}

// goes is the claim that the mean of a column rises, or falls, or stays, with
// every step of the swept parameter. What speaks for it is said in a word.
func (e *evidence) goes(what, method, column string, upwards bool) {
	word, before := "falls", math.NaN()
	if upwards {
		word = "rises"
	}
	for i, value := range e.swept() {
		now := e.mean(method, column, value)
		if i > 0 && (upwards && now < before || !upwards && now > before) {
			e.Says(false, fmt.Sprintf("%s: %s goes from %s to %s", e.where(value), what, claim.Number(before), claim.Number(now)))
			return
		}
		before = now
	}
	e.Says(true, what+" "+word+" at every step")
}

// where names a value of the swept parameter.
func (e *evidence) where(value float64) string {
	return "at " + setting(e.lesson.Spec.Over[0].Name, value)
}
