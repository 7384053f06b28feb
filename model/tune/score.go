package tune

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Cell is a configuration at a γ and a μ, as indices into the lists of a search.
type Cell struct{ Configuration, Gamma, Mu int }

// Estimate is a mean over folds with its standard error, √(variance/folds), although folds are not quite independent.
// SE is NaN if it is not known, as for a single fold.
type Estimate struct{ Mean, SE float64 }

// Mean returns the estimate from the values of some folds, NaN of none.
func Mean(values []float64) Estimate {
	mean, deviation := stat.MeanStdDev(values, nil)
	return Estimate{mean, deviation / math.Sqrt(float64(len(values)))}
}

// difference returns the mean of a − b, with its standard error. The losses of a fold have much in common, so that this
// error is far smaller than those of the two means.
func difference(a, b []float64) Estimate { return Mean(floats.SubTo(make([]float64, len(a)), a, b)) }

// Score is what the folds of a rung say of a cell.
type Score struct {
	Cell
	Losses, Gains []float64 // by fold, the first ones; NaN where the regression failed
	Loss, Gain    Estimate  // over these folds, see Search.LossName and Search.GainName
	Failure       error     // why a fold has no loss; nil if all have one
	Seconds       float64   // of a fit to all training rows, extrapolated by operations from the mean over the folds
}

// Event reports that one more fold of a rung was fitted, for one configuration at one γ.
type Event struct {
	Rung        int
	Scores      []Score // over the folds so far, one for each μ of the fit
	Done, Total int     // fits of this rung so far, and those planned so far
}

// Least returns the score with the least loss among those of the most folds without a failure. Of equal ones of a
// configuration it takes the larger μ and then the smaller γ, which is the smoother one. ok is false if there is none.
func Least(scores []Score) (best Score, ok bool) {
	for _, s := range scores {
		if len(s.Losses) == 0 || s.Failure != nil || math.IsNaN(s.Loss.Mean) {
			continue
		}
		order := cmp.Or(cmp.Compare(len(best.Losses), len(s.Losses)), cmp.Compare(s.Loss.Mean, best.Loss.Mean))
		if order == 0 && s.Configuration == best.Configuration {
			order = cmp.Or(cmp.Compare(best.Mu, s.Mu), cmp.Compare(s.Gamma, best.Gamma))
		}
		if !ok || order < 0 {
			best, ok = s, true
		}
	}
	return best, ok
}

// board has the scores of a rung with all folds, by configuration. Those that share a fit share the scores.
type board map[int][]Score

// boards returns the board of each rung.
func (s *Search) boards(events []Event) []board {
	boards := make([]board, len(s.Rungs))
	for i := range boards {
		boards[i] = board{}
	}
	for _, e := range events {
		s.enter(e, boards[e.Rung])
	}
	return boards
}

// enter enters the scores of an event on a board if they have all folds.
func (s *Search) enter(e Event, b board) {
	for _, score := range s.Complete(e) {
		fitted := score.Configuration
		for i := range s.Configurations {
			if s.fitted[e.Rung][i] == fitted {
				score.Configuration = i
				b[i] = append(b[i], score)
			}
		}
	}
}

// Complete returns the scores of an event if they have all folds.
func (s *Search) Complete(e Event) []Score {
	if len(e.Scores) > 0 && len(e.Scores[0].Losses) == len(s.folds) {
		return e.Scores
	}
	return nil
}

// scores returns the scores of what was asked for from the folds so far.
func (r *run) scores(a ask, folds []outcome) []Score {
	list := make([]Score, len(a.mus))
	c := r.Configurations[a.Configuration]
	for i, mu := range a.mus {
		s := Score{Cell: Cell{a.Configuration, a.Gamma, mu}}
		for _, o := range folds {
			s.Losses, s.Gains = append(s.Losses, o.losses[i]), append(s.Gains, o.gains[i])
			s.Failure = cmp.Or(s.Failure, o.failures[i])
			s.Seconds += o.seconds / float64(len(folds))
		}
		s.Seconds *= c.Operations / r.operations(r.rung, c, len(a.mus))
		s.Loss, s.Gain = Mean(s.Losses), Mean(s.Gains)
		list[i] = s
	}
	return list
}
