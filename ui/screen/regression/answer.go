package regression

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/tune"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// answer is a search for the method, its parameters, γ and μ, and the state of the chart of what it finds. The chart
// is shown in place of the map.
type answer struct {
	base
	limit   time.Duration // its time; like the next two it stays while what was found changes the knobs
	methods []string      // nil for the usual ones
	free    []model.Name  // parameters whose knobs the search does not read
	screen.Latest[Answer]
	stopped bool // before its end

	shown bool   // in place of the map
	at    string // the setting that the user has put the cursor on, see Tried.Text; "" for the choice
	curve.Axes
}

// Answer is what a search knows.
type Answer struct {
	Loss      string // what the scores are
	Folds     int    // on which the settings that are compared were scored
	N         int    // rows that it takes
	Rows      int    // to which the settings that are compared were fitted
	Partly    bool   // whether Rows are a part of the rows that the folds leave
	Part      int    // rows of the fits that are under way
	Done, All int    // fits to these
	Refits    bool
	Elapsed   time.Duration

	Tried  []Tried  // the fastest first
	Choice int      // index into Tried; meaningless while that is empty
	Said   []string // why the choice is one, and what the figures do not say
	Notes  []remedy.Note
}

// Tried is a method with values of its parameters, at the γ and μ that are best for it.
type Tried struct {
	tune.Configuration
	Text             string  // of the configuration
	Gamma, Sigma, Mu float64 // γ is NaN for a kernel without it
	Loss             tune.Estimate
	Test             float64 // loss on the test rows of a fit to all others; NaN if there was none
	Seconds          float64 // of a fit to all rows, estimated from those in the folds
	Rows             int     // to which it was fitted
	Old              bool    // dropped on fewer rows or folds than the compared settings
}

// receive takes in what the search has found.
func (v *answer) receive(msg any) (list []screen.Do) {
	if found, ok := msg.(Answer); ok {
		for _, note := range found.Notes {
			list = append(list, screen.NoteOnce("search: "+lab.NoteText(note)))
		}
		v.Now = found
	}
	return append(list, v.End(msg)...)
}

// running reports whether the search goes on.
func (v *answer) running() bool { return v.Key != "" && !v.Done && !v.stopped && v.Failed == nil }

// stop ends a search early. What it has found stays.
func (v *answer) stop() []screen.Do {
	if !v.running() {
		return nil
	}
	v.stopped = true
	return []screen.Do{screen.Stop(Jobs)}
}

// cursor returns the index of the setting that the cursor is on; ok is false while there is none.
func (v *answer) cursor() (at int, ok bool) {
	if at = slices.IndexFunc(v.Now.Tried, func(t Tried) bool { return t.Text == v.at }); at < 0 {
		at = v.Now.Choice
	}
	return at, len(v.Now.Tried) > 0
}

// move moves the cursor through the settings, which are in the order of their times.
func (v *answer) move(by int) {
	if now, ok := v.cursor(); ok {
		v.at = v.Now.Tried[min(max(now+by, 0), len(v.Now.Tried)-1)].Text
	}
}

// widthText writes γ, σ and μ; γ is NaN for a kernel without it.
func widthText(gamma, sigma, mu float64) string {
	text := "μ=" + number.Short(mu)
	if !math.IsNaN(gamma) {
		text = fmt.Sprintf("γ=%s σ=%s %s", number.Short(gamma), number.Short(sigma), text)
	}
	return text
}

// roundSE rounds a standard error to two digits.
func roundSE(v float64) float64 {
	size := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/size) * size
}
