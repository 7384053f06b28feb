package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gramscope/data/remedy"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// Cell is a configuration at a γ and a μ, as indices into the lists of a search.
type Cell struct{ Configuration, Gamma, Mu int }

// Estimate is a mean over folds with its standard error, √(variance/folds), although folds are not quite independent.
// SE is NaN if it is not known, as for a single fold.
type Estimate struct{ Mean, SE float64 }

// Mean returns the estimate from the values of some folds, NaN for none.
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
	Rung          int
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

// Least returns the score with the least loss among the scores of the most folds without a failure. Of equal scores of
// a configuration it takes the larger μ and then the smaller γ, the smoother regression. ok is false if there is none.
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

// board has the scores of a rung with all folds, by configuration. Configurations that share a fit share the scores.
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
		perOperation := score.Seconds / s.Configurations[score.Configuration].Operations
		fitted := score.Configuration
		for i, c := range s.Configurations {
			if s.fitted[e.Rung][i] == fitted {
				score.Configuration, score.Seconds = i, perOperation*c.Operations
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
	c, ridges := r.Configurations[a.Configuration], 1
	if c.isExact() { // whose seconds are those of all ridges
		ridges = len(a.mus)
	}
	for i, mu := range a.mus {
		s := Score{Cell: Cell{a.Configuration, a.Gamma, mu}, Rung: r.rung}
		for _, o := range folds {
			s.Losses, s.Gains = append(s.Losses, o.losses[i]), append(s.Gains, o.gains[i])
			s.Failure = cmp.Or(s.Failure, o.failures[i])
			s.Seconds += o.seconds / float64(len(folds))
		}
		s.Seconds *= c.Operations / r.operations(r.rung, c, ridges)
		s.Loss, s.Gain = Mean(s.Losses), Mean(s.Gains)
		list[i] = s
	}
	return list
}

// chooseLearner sets the learner and the classes. It returns an error if there is nothing to learn.
func (s *Search) chooseLearner() error {
	values := ascending(s.train.Y)
	if s.Learner = s.Spec.Learner; s.Learner == "" {
		s.Learner = UsualLearner(s.train.Classes, len(values))
		if s.Learner == trial.LearnLogistic && s.train.Classes == nil {
			text := fmt.Sprintf("the target has two values, %g and %g, and is learned as classes; "+
				"the learner ridge learns it as a number", values[0], values[1])
			s.Notes = append(s.Notes, remedy.Note{Text: text})
		}
	}
	err := trial.CheckLearning(s.Learner, s.train, s.test)
	if err == nil && s.Learner != trial.LearnRidge {
		classes, _ := trial.ClassesOf(s.train, s.test) // which were checked
		s.labels, s.Classes = classes.Train, classes.Count
	}
	return err
}

// UsualLearner returns the usual learner for a target of classes, or of some number of different values.
func UsualLearner(classes []string, numbers int) string {
	if classes != nil || numbers == 2 {
		return trial.LearnLogistic
	}
	return trial.LearnRidge
}

// scoreNames has the names of loss and gain by the learner. An SVM has no probabilities.
var scoreNames = map[string][2]string{
	trial.LearnRidge:    {"rmse", "r2"},
	trial.LearnLogistic: {"logloss", "accuracy"},
	trial.LearnSVM:      {"error_rate", "accuracy"},
}

// LossName returns the name of the loss that the search minimises.
func (s *Search) LossName() string { return scoreNames[s.Learner][0] }

// GainName returns the name of the score that is shown beside the loss.
func (s *Search) GainName() string { return scoreNames[s.Learner][1] }

// Learnt returns how far a score's losses are below those of a constant, and whether by more than a standard error.
func (s *Search) Learnt(of Score) (below Estimate, is bool) {
	below = difference(s.Constant(), of.Losses)
	return below, below.Mean > below.SE
}

// Constant returns the loss in each fold of predicting the same for all rows: the mean of those outside of the fold,
// their largest class, or their shares of the classes if probabilities are predicted.
func (s *Search) Constant() (losses []float64) {
	y := s.train.Y
	for _, fold := range s.folds {
		outside, counts, loss := slices.Repeat([]float64{1}, len(y)), make([]float64, s.Classes), 0.0
		for _, i := range fold {
			outside[i] = 0
		}
		for i, label := range s.labels {
			counts[label] += outside[i]
		}
		mean := stat.Mean(y, outside)
		for _, i := range fold {
			switch {
			case s.Learner == trial.LearnRidge:
				loss += math.Pow(y[i]-mean, 2)
			case s.Learner == trial.LearnLogistic:
				loss -= math.Log(max(counts[s.labels[i]]/floats.Sum(counts), linalg.Eps)) // as [learn.LogLoss]
			case s.labels[i] != floats.MaxIdx(counts):
				loss++
			}
		}
		if loss /= float64(len(fold)); s.Learner == trial.LearnRidge {
			loss = math.Sqrt(loss)
		}
		losses = append(losses, loss)
	}
	return losses
}

// LargestClass returns the fraction of the largest class among the training rows.
func (s *Search) LargestClass() float64 {
	counts := make([]int, s.Classes)
	for _, label := range s.labels {
		counts[label]++
	}
	return float64(slices.Max(counts)) / float64(len(s.labels))
}
