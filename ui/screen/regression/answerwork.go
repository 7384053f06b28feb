package regression

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/tune"
	"gramscope/ui/chart"
)

// betweenAnswers is the time between two messages of a search.
const betweenAnswers = 200 * time.Millisecond

// findAnswer is the work of a search.
func findAnswer(ctx context.Context, s *tune.Search, workers int, post func(any)) error {
	w := watch{Findings: tune.Findings{Search: s}, begun: time.Now()}
	post(w.answer())
	w.follow(w.Run(ctx, workers), post)
	w.Wait()
	if ctx.Err() != nil {
		return nil
	}
	w.over = true
	if _, ok := w.Standing(); !ok {
		post(w.answer())
		return w.NoScore(w.Events)
	}
	w.refit(ctx, post)
	w.refits = false
	post(w.answer())
	return nil
}

// watch follows a search, and sums up what it knows.
type watch struct {
	tune.Findings
	begun  time.Time
	why    []string // why settings are left out, as sentences
	over   bool     // whether the search has ended
	refits bool     // whether fits to all rows are under way
}

// follow takes in the events of a search and posts what they show.
func (w *watch) follow(events <-chan tune.Event, post func(any)) {
	ticks := time.NewTicker(betweenAnswers)
	defer ticks.Stop()
	for {
		select {
		case e, more := <-events:
			if !more {
				return
			}
			w.Events = append(w.Events, e)
		case <-ticks.C: // without an event, too, as the time left changes
			post(w.answer())
		}
	}
}

// refit fits the front to all training rows, the choice first, until the time ends, for the losses on the test rows.
// A setting whose fit fails is left out, unless there is no other.
func (w *watch) refit(ctx context.Context, post func(any)) {
	if w.Tests == 0 {
		return
	}
	limited, cancel := context.WithDeadline(ctx, w.begun.Add(w.Spec.Time))
	defer cancel()
	w.refits = true
	post(w.answer())
	front := func(standing tune.Standing) []int {
		var operations, losses []float64
		for _, r := range standing.Ranked {
			operations = append(operations, w.Configurations[r.Configuration].Operations)
			losses = append(losses, r.Loss.Mean)
		}
		return chart.Front(operations, losses, false)
	}
	fit := func(at tune.Cell) (*tune.Final, error) { return w.Refit(limited, at) }
	for at, err := range w.Refits(limited, front, fit) {
		if err != nil && slices.Contains(w.Left, at) {
			w.why = append(w.why, fmt.Sprintf("%s is left out: %v", w.Describe(at), err))
		}
		post(w.answer())
	}
}

// answer sums up what the search knows.
func (w *watch) answer() Answer {
	s := w.Search
	a := Answer{Loss: s.LossName(), Folds: s.Spec.Folds, N: s.Spec.N, Part: s.Rungs[0].Rows,
		Refits: w.refits, Elapsed: time.Since(w.begun), Notes: s.Notes}
	if last := len(w.Events) - 1; last >= 0 {
		e := w.Events[last]
		a.Part, a.Done, a.All = s.Rungs[e.Rung].Rows, e.Done, e.Total
	}
	standing, ok := w.Standing()
	if !ok {
		return a
	}
	a.Rows, a.Partly = s.Rungs[standing.Rung].Rows, !s.OnAllRows(standing.Rung)
	a.Choice, a.Said = standing.Choice, w.remarks(standing)
	for before := false; ok; before = true {
		for _, r := range standing.Ranked {
			t := w.tried(r, standing.Rung, before)
			if !slices.ContainsFunc(a.Tried, func(o Tried) bool { return o.Text == t.Text }) {
				a.Tried = append(a.Tried, t)
			}
		}
		earlier := slices.DeleteFunc(slices.Clone(w.Events), func(e tune.Event) bool { return e.Rung >= standing.Rung })
		standing, ok = s.Standing(earlier, w.Left...)
	}
	smoothTimes(a.Tried)
	choice := a.Tried[a.Choice].Text
	slices.SortStableFunc(a.Tried, func(s, t Tried) int { return cmp.Compare(s.Seconds, t.Seconds) })
	a.Choice = slices.IndexFunc(a.Tried, func(t Tried) bool { return t.Text == choice })
	return a
}

// smoothTimes replaces the times of a method's settings by their operations times the median of its seconds per
// operation. Times that were measured while other fits ran jitter by more than the settings differ, and a larger m
// would seem to be faster.
func smoothTimes(list []Tried) {
	rates, compared := map[string][]float64{}, map[string]bool{}
	for _, t := range list {
		if t.Old && compared[t.Method] { // those on fewer rows come last, and count only where there are no others
			continue
		}
		compared[t.Method] = !t.Old
		rates[t.Method] = append(rates[t.Method], t.Seconds/t.Operations)
	}
	for i, t := range list {
		rate := rates[t.Method]
		slices.Sort(rate)
		list[i].Seconds = t.Operations * (rate[(len(rate)-1)/2] + rate[len(rate)/2]) / 2
	}
}

// tried describes a configuration; before says that its rung is earlier than the compared one.
func (w *watch) tried(r tune.Ranked, rung int, before bool) Tried {
	s := w.Search
	c := s.Configurations[r.Configuration]
	t := Tried{
		Configuration: c, Text: c.String(), Gamma: s.Gammas[r.Gamma], Sigma: s.Sigma(r.Gamma), Mu: s.Mus[r.Mu],
		Loss: r.Loss, Test: math.NaN(), Seconds: r.Seconds, Rows: s.Rungs[rung].Rows, Old: before,
	}
	if f := w.Finals[r.Configuration]; f != nil {
		t.Test = f.Loss // its time was measured alone, and is not comparable with those of the search
	}
	return t
}

// remarks say what the figures do not: why the choice is one, what exact regression adds, what failed, was left out, or
// was not reached.
func (w *watch) remarks(standing tune.Standing) []string {
	s, at := w.Search, standing.Ranked[standing.Choice].Configuration
	choice := s.Describe(at)
	list := []string{choice + ": " + w.Reason(standing)}
	if reference, ok := s.Reference(w.Events, standing); ok && choice != tune.Exact {
		side, by := "below", reference.Above.Mean
		if by < 0 {
			side, by = "above", -by
		}
		text := fmt.Sprintf("exact regression: %s %s, %s %s that of %s",
			s.LossName(), number.Figure(reference.Loss.Mean), number.Figure(by), side, choice)
		if reference.Above.SE > 0 {
			text += " ± " + number.Short(roundSE(reference.Above.SE))
		}
		list = append(list, fmt.Sprintf("%s, both fitted to %d rows; on all %d it takes ≈%s",
			text, s.Rungs[reference.Rung].Rows, s.Spec.N, number.Duration(reference.Seconds)))
	}
	list = append(list, w.why...)
	for _, note := range append(w.Notes(standing, lab.Reason), s.Notes...) {
		list = append(list, lab.NoteText(note))
	}
	if !w.over {
		return list
	}
	for _, missed := range s.ListMissed(5) {
		list = append(list, "no time, "+missed)
	}
	return list
}
