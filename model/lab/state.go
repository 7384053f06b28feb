package lab

import (
	"cmp"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// State is the state of a bench that screens show: the setting, its outcome, and the pinned curves. Screens must not
// write to it, nor to what its slices, maps and pointers share; the methods that change it belong to Bench.
type State struct {
	reader                 // of the producer
	Methods []model.Method // all methods, in the order of display
	Workers int            // number of goroutines that may compute
	Limits  job.Limits     // on jobs that compute at the same time

	Setting Setting // the present one
	Need    Need    // the results that the present screen needs
	Pointed int     // index of the method that the table points at
	Frozen  bool    // whether the user has stopped computing

	Outcome *Outcome   // the results of the present setting so far
	Failed  error      // why nothing is computed, or nil
	Pins    []*Outcome // pinned curves, the latest last
	Spread  Spread     // what bands and bars show

	markers    []int      // the numbers of the methods' markers and colours
	screenAxis sweep.Axis // the axis of a screen with its own swept parameter
	previous   *Outcome   // at which the knobs rested before; dimmed until Outcome is finished
	preview    *Outcome   // shown while a knob turns; nil for none, like previous
}

// Computes reports whether outcomes are computed. Otherwise they come from files, and other settings,
// undo, freezing and copying the command are not available.
func (s *State) Computes() bool {
	_, files := s.reader.(*recorded)
	return !files
}

// Shown returns the outcome that charts over the swept parameter show: while a knob turns a preview, else the outcome
// of the present setting, or the previous one until the present one has its first point.
func (s *State) Shown() *Outcome {
	if s.preview != nil && s.preview.Axis.Name == s.Outcome.Axis.Name {
		return s.preview
	}
	return s.settled()
}

// settled is Shown without previews.
func (s *State) settled() *Outcome {
	if s.before() != nil && len(s.Outcome.grid) == 0 {
		return s.previous
	}
	return s.Outcome
}

// before returns the previous outcome if it has the same axis, else nil.
func (s *State) before() *Outcome {
	if s.previous != nil && s.previous.Axis.Name == s.Outcome.Axis.Name {
		return s.previous
	}
	return nil
}

// Ghost returns the outcome at which the knobs rested before, for curves behind those that are shown, and what the
// setting was, such as γ=15.5. It is nil if there is none.
func (s *State) Ghost() (o *Outcome, was string) {
	o = s.before()
	if o == nil || o == s.Shown() {
		return nil, ""
	}
	return o, cmp.Or(s.Was(o), "before")
}

// Was returns in what the setting of an earlier outcome differs from the present one: its data, or one knob, such as
// γ=15.5. It is "" if they differ in nothing or in several knobs.
func (s *State) Was(o *Outcome) string {
	if data := o.Setting.Store.Source().Name(); data != s.Setting.Store.Source().Name() {
		return data
	}
	params := slices.Concat(DataKnobs(nil), sweep.Parameters(s.Methods))
	p, ok := sweep.Parameter(params, moved(o.Setting, s.Setting))
	if v := o.Setting.Value(p); ok && !math.IsNaN(v) {
		return p.Symbol + "=" + KnobText(p, v)
	}
	return ""
}

// Figures returns a method's rows at the present setting. If there are none yet it returns those of
// the previous setting, and stale is true.
func (s *State) Figures(method string) (rows []sweep.Result, stale bool) {
	if rows = s.Outcome.now[method]; len(rows) == 0 && s.previous != nil {
		return s.previous.now[method], true
	}
	return rows, len(rows) == 0
}

// ExactNow returns a figure of exact regression at the present setting, NaN if it is not known.
func (s *State) ExactNow(column string) float64 {
	if column != "" {
		for _, method := range s.Methods {
			rows, stale := s.Figures(method.Name)
			if v, _ := Mean(rows, Column(column)); !stale && !math.IsNaN(v) {
				return v
			}
		}
	}
	return math.NaN()
}

// Pending reports whether a column of the table is not computed yet at the present setting.
func (s *State) Pending(c sweep.Column) bool {
	o := s.Outcome
	if o.Plan == nil || o.Finished || s.Frozen || s.Failed != nil || c.Figure == "" {
		return false
	}
	if c.Needs().Has(sweep.FigureExact) && s.Setting.sampled() && !o.Wants.Has(sweep.FigureExact) {
		return false // above the exact limit only a chart asks for it
	}
	return s.Setting.Lacks(c) == "" && (o.Plan.Regresses() || !c.Needs().Has(sweep.FigureRegression))
}
