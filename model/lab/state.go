package lab

import (
	"math"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// State is what a bench shows: setting, outcome, and the curves to compare with. It can only
// be read: what changes it are methods of Bench. Slices and maps that it returns are shared,
// and must not be written to.
type State struct {
	reader                   // depends on where the outcomes come from
	methods   []model.Method // all there are, in the order of display
	markers   []int          // the numbers of their markers and colours; nil: their indices
	workers   int            // goroutines that compute
	limits    job.Limits
	setting   Setting
	estimates estimates
	widths    map[WidthsKey]kernel.Distances // that are known
	pointed   int                            // the method that the table points at, an index of methods
	frozen    bool                           // nothing is computed

	need       Need
	screenAxis sweep.Axis // of a screen that is swept over a parameter of its own choice

	outcome         *Outcome                  // of the present setting
	previous        *Outcome                  // shown dimmed until outcome has a row; nil: none
	previousFigures map[string][]sweep.Result // the table's figures before, by method, likewise
	failed          error                     // why nothing is computed
	pins            []*Outcome                // the latest last
	trail           trail
}

// Computes reports whether outcomes are computed. If not, they are from files, and there is
// nothing to compute with another setting, to undo, to freeze, or to turn into a command.
func (s *State) Computes() bool {
	_, files := s.reader.(*recorded)
	return !files
}

// Setting returns the present setting.
func (s *State) Setting() Setting { return s.setting }

// Workers returns how many goroutines may compute.
func (s *State) Workers() int { return s.workers }

// Limits returns the limits on jobs that compute at the same time.
func (s *State) Limits() job.Limits { return s.limits }

// Widths returns the median and the mean distance of the present data, if they are known.
func (s *State) Widths() kernel.Distances { return s.widths[s.setting.WidthsKey()] }

// Frozen reports whether computing has been stopped by the user.
func (s *State) Frozen() bool { return s.frozen }

// Need returns what the present screen needs of the sweep.
func (s *State) Need() Need { return s.need }

// Outcome returns what has been found for the present setting.
func (s *State) Outcome() *Outcome { return s.outcome }

// Failed returns the error for which nothing is computed, or nil.
func (s *State) Failed() error { return s.failed }

// Pins returns the pinned curves, the latest last.
func (s *State) Pins() []*Outcome { return s.pins }

// Shown returns what charts over the swept parameter show: the outcome of the present setting,
// or the one before until the first point of the present one is there.
func (s *State) Shown() *Outcome {
	if s.previous != nil && s.previous.axis.Name == s.outcome.axis.Name {
		return s.previous
	}
	return s.outcome
}

// Figures returns a method's rows at the present setting. Until there are any it returns those
// of the setting before, which are stale.
func (s *State) Figures(method string) (rows []sweep.Result, stale bool) {
	if rows = s.outcome.now[method]; len(rows) > 0 {
		return rows, false
	}
	return s.previousFigures[method], true
}

// ExactNow returns a figure of exact regression at the present setting, NaN if it is not known.
func (s *State) ExactNow(column string) float64 {
	if column != "" {
		for _, method := range s.methods {
			rows, stale := s.Figures(method.Name)
			if v, _ := Mean(rows, Column(column)); !stale && !math.IsNaN(v) {
				return v
			}
		}
	}
	return math.NaN()
}

// Pending reports whether a column of the table is still to be computed at the present setting.
func (s *State) Pending(c sweep.Column) bool {
	o := s.outcome
	if o.plan == nil || o.finished || s.frozen || s.failed != nil || c.Figure == "" {
		return false
	}
	return s.setting.Lacks(c) == "" && (o.plan.Regresses() || !c.Needs().Has(sweep.FigureRegression))
}
