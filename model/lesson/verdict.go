package lesson

import (
	"fmt"
	"math"

	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// Check says whether the lesson's claim holds for rows, in any order. It ignores rows of other
// experiments. If rows have several seeds it uses those with the last row's seed, so that rows
// of a new draw may follow old ones. The verdict is Waiting if something is missing: a run is
// not finished or has failed, its method is not among the rows, a parameter differs from the
// preset, or a column was not computed. The margins are in the texts and were measured over 40
// seeds; a claim about random draws may fail at another seed.
func (l Lesson) Check(rows []sweep.Result) claim.Verdict {
	e := gather(l, rows)
	l.claim(e)
	return e.Verdict()
}

// goes checks that the mean of a column never falls, or never rises, from one value of the swept
// parameter to the next.
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
	e.Says(true, what+" "+word+" with every step")
}

// where returns a value of the swept parameter as text.
func (e *evidence) where(value float64) string {
	return "at " + setting(e.lesson.Spec.Over[0].Name, value)
}
