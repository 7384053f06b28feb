package tune

import (
	"fmt"

	"gramscope/model/trial"
)

// surprise returns what the mean log loss of the n rows of a search has more with one more row, which is like the others except
// that its class is another one. Settings of classes are compared with it.
//
// Where few rows are nearly separated, the log loss falls on and on with μ, as if no row were ever of another class; then one
// that is costs a lot. But n rows without a surprise do not say so: by Laplace's rule of succession the next is one with
// probability 1/(n+2). Of many rows, one more hardly changes the loss. n is that of all rows on every rung, as the settings are
// for these.
func (p *Plan) surprise(s trial.Score) float64 {
	return (s.OtherLoss - s.LogLoss) / float64(p.Spec.N+1)
}

// ComparedBy says with which row settings of classes are compared, where some on the rung of a standing have a lower loss, as it
// is shown, than the best. Elsewhere it is "".
func (s *Search) ComparedBy(events []Scored, standing Standing) string {
	if s.Learner != trial.LearnLogistic {
		return ""
	}
	best, lower := standing.Ranked[standing.Best].PlainLoss.Mean, 0
	for _, e := range s.boards(events)[standing.Rung] {
		for _, mu := range e.Mus {
			if Mean(e.PlainAt(mu)).Mean < best {
				lower++
			}
		}
	}
	if lower == 0 {
		return ""
	}
	return fmt.Sprintf("settings of classes are compared with one more row that is of another class, since %d rows do not say that there is none: "+
		"without it %d of them have a lower %s", s.Spec.N, lower, s.LossName())
}
