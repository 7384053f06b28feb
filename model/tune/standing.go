package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// A configuration is near the best if its loss is above the least by at most the standard error of the difference. In
// units of the least loss, that error counts as at least negligible, as where two configurations hardly differ in any
// fold, and as at most mostGiven, however noisy the folds are.
const negligible, mostGiven = 1e-3, 2e-3

// Nearness says which losses are near the least one.
const Nearness = "one standard error (0.1 % at least, 0.2 % at most)"

// Ranked is a configuration at its best γ and μ on a rung.
type Ranked struct {
	Score
	Above Estimate // the loss less the least one, paired; its error is NaN for a single fold
	Near  bool     // within one standard error of the least loss, where that is 0.1 to 0.2 % of it, see [Nearness]

	isClose   bool // above the least loss by at most one standard error or 0.1 %, whichever is more
	isPartial bool // can't be fitted to all rows: exact regression on more than ExactLimit
}

// ranked returns the configurations of a board that have a score, in the order of their loss, partial ones last, and
// without some configurations.
func (s *Search) ranked(b board, without ...int) (list []Ranked) {
	var partial []Ranked
	for i, c := range s.Configurations {
		switch score, ok := Least(b[i]); {
		case !ok || slices.Contains(without, i):
		case c.isExact() && s.Spec.N > s.Spec.ExactLimit:
			partial = append(partial, Ranked{Score: score, isPartial: true})
		default:
			list = append(list, Ranked{Score: score})
		}
	}
	slices.SortStableFunc(list, func(a, b Ranked) int { return cmp.Compare(a.Loss.Mean, b.Loss.Mean) })
	list = append(list, partial...)
	for i := range list {
		r, least := &list[i], list[0].Loss.Mean
		r.Above = difference(r.Losses, list[0].Losses)
		r.isClose = !r.isPartial && (i == 0 || r.Above.Mean <= max(r.Above.SE, negligible*least))
		r.Near = i == 0 || r.Above.Mean <= max(min(r.Above.SE, mostGiven*least), negligible*least)
	}
	return list
}

// Standing is what a search knows.
type Standing struct {
	Rung   int
	Ranked []Ranked // the configurations with all folds on this rung and a score, the cheapest first

	// Indices into Ranked of the least loss, and of the cheapest near it. On a part of the rows they are the same,
	// because what a cheaper configuration lacks there is more on all rows.
	Best, Choice int
}

// Standing returns what the events so far show on the last rung that goes on with the best of the one before, or with
// one close to it. Configurations given as left out do not count. ok is false if none has a score.
func (s *Search) Standing(events []Event, without ...int) (standing Standing, ok bool) {
	boards := s.boards(events)
	rung := 0
	for !s.OnAllRows(rung) && s.goesOn(boards[rung], boards[rung+1], without) {
		rung++
	}
	list := slices.DeleteFunc(s.ranked(boards[rung], without...), func(r Ranked) bool { return r.isPartial })
	if len(list) == 0 {
		return Standing{}, false
	}
	least := list[0].Configuration
	slices.SortStableFunc(list, func(a, b Ranked) int { return a.Configuration - b.Configuration })
	best := slices.IndexFunc(list, func(r Ranked) bool { return r.Configuration == least })
	choice := best
	for i, r := range list {
		of, than := s.Configurations[r.Configuration], s.Configurations[list[choice].Configuration]
		cheaper := cmp.Or(cmp.Compare(of.Operations, than.Operations), cmp.Compare(of.Stored, than.Stored),
			cmp.Compare(r.Loss.Mean, list[choice].Loss.Mean))
		if s.OnAllRows(rung) && r.Near && cheaper < 0 {
			choice = i
		}
	}
	return Standing{rung, list, best, choice}, true
}

// goesOn reports whether the next rung has scored one of those close to the best on a board.
func (s *Search) goesOn(b, next board, without []int) bool {
	return slices.ContainsFunc(s.ranked(b, without...), func(r Ranked) bool {
		_, scored := Least(next[r.Configuration])
		return r.isClose && scored
	})
}

// Missed is a configuration that has no score on a rung, as the time ended.
type Missed struct{ Rung, Configuration int }

// ListMissed returns the search's Missed as a text for each rung, with at most `most` names.
func (s *Search) ListMissed(most int) (list []string) {
	names := make([][]string, len(s.Rungs))
	for _, m := range s.Missed {
		names[m.Rung] = append(names[m.Rung], s.Describe(m.Configuration))
	}
	for rung, missed := range names {
		if missed != nil {
			list = append(list, fmt.Sprintf("on %d rows, for %s", s.Rungs[rung].Rows, few(missed, most)))
		}
	}
	return list
}

// NoScore returns why a search that was not cancelled has no [Search.Standing]: the end of the time, or the first
// failure.
func (s *Search) NoScore(events []Event) error {
	for _, e := range events {
		for _, score := range s.Complete(e) {
			if score.Failure != nil {
				return fmt.Errorf("%s has no score: %w", s.Describe(score.Configuration), score.Failure)
			}
		}
	}
	if len(s.Missed) > 0 {
		return &data.Error{Problem: "the time ended before all folds of one setting were scored, " + s.Describe(s.pilot()),
			Remedies: remedy.Change(remedy.Raise, "time").Or(remedy.Change(remedy.Lower, model.TrainRowsName))}
	}
	return errors.New("no setting has a score")
}

// Reference says what exact regression adds to a choice.
type Reference struct {
	Score          // exact regression on the largest rung on which it was scored beside the choice
	Above Estimate // the loss of the choice's configuration on that rung, less that of exact regression, paired
}

// Reference compares exact regression with the choice of a standing. ok is false if no rung has scored both.
func (s *Search) Reference(events []Event, standing Standing) (reference Reference, ok bool) {
	choice, boards := standing.Ranked[standing.Choice].Configuration, s.boards(events)
	at := slices.IndexFunc(s.Configurations, Configuration.isExact)
	for rung := standing.Rung; rung >= 0 && at >= 0; rung-- {
		exact, has := Least(boards[rung][at])
		if other, scored := Least(boards[rung][choice]); has && scored {
			return Reference{exact, difference(other.Losses, exact.Losses)}, true
		}
	}
	return Reference{}, false
}

// Findings are what a search has found: its events, and the fits of its best settings to all training rows.
type Findings struct {
	*Search
	Events []Event
	Finals map[int]*Final // by configuration; nil for one that can't be fitted to all training rows
	Left   []int          // the configurations that are left out, as they can't be fitted to all rows and others can
}

// Standing returns what the events show without the configurations that are left out.
func (f *Findings) Standing() (Standing, bool) { return f.Search.Standing(f.Events, f.Left...) }

// Scored returns the scores with all folds, of what is not left out.
func (f *Findings) Scored() (list []Score) {
	for _, e := range f.Events {
		list = append(list, f.Complete(e)...)
	}
	return slices.DeleteFunc(list, func(s Score) bool { return slices.Contains(f.Left, s.Configuration) })
}

// Reason says by which rule the choice of a standing was chosen, and how far the next is.
func (f *Findings) Reason(standing Standing) string {
	choice, settings := standing.Ranked[standing.Choice], 0
	for _, s := range f.Scored() {
		if s.Rung == standing.Rung {
			settings++
		}
	}
	if settings == 1 {
		return fmt.Sprintf("the only setting that was searched on %d rows", f.Rungs[standing.Rung].Rows)
	}
	least := fmt.Sprintf("the least %s of %d settings", f.LossName(), settings)
	if !f.OnAllRows(standing.Rung) {
		least += fmt.Sprintf(" on %d rows, as none near it has a score on more", f.Rungs[standing.Rung].Rows)
	}
	of := func(r Ranked) Configuration { return f.Configurations[r.Configuration] }
	more := func(r, than Ranked) string {
		const text = "has %.4g ± %.4g more, for %.3g %% of the operations"
		return fmt.Sprintf(text, r.Above.Mean, r.Above.SE, 100*of(r).Operations/of(than).Operations)
	}
	if best := standing.Ranked[standing.Best]; standing.Choice != standing.Best {
		return fmt.Sprintf("chosen as the cheapest near %s, that of %s: it %s", least, of(best), more(choice, best))
	}
	next := -1
	for i, r := range standing.Ranked[:standing.Choice] {
		if of(r).Operations < of(choice).Operations && (next < 0 || r.Loss.Mean < standing.Ranked[next].Loss.Mean) {
			next = i
		}
	}
	if next < 0 {
		return "chosen for " + least
	}
	cheaper := standing.Ranked[next]
	why := fmt.Sprintf("chosen for %s; the best that is cheaper, %s, %s", least, of(cheaper), more(cheaper, choice))
	if cheaper.isClose && !cheaper.Near {
		why += fmt.Sprintf("; a saving may cost at most %v %% of the loss", 100*mostGiven)
	}
	return why
}

// Notes returns what qualifies a standing, beside the notes of the search: γ or μ at an end of its list, settings
// without a score, the first failure as reason words it, and the warnings of the choice's fit to all rows.
func (f *Findings) Notes(standing Standing, reason func(error) string) (list []remedy.Note) {
	choice := standing.Ranked[standing.Choice]
	edge := func(what string, at, count int) {
		if end := map[int]string{0: "smallest", count - 1: "largest"}[at]; count > 1 && end != "" {
			text := fmt.Sprintf("the chosen %s is the %s of the grid: losses may be lower beyond it", what, end)
			list = append(list, remedy.Note{Text: text, Remedies: remedy.By("widen the grid", what+"s", "")})
		}
	}
	edge(model.GammaName, choice.Gamma, len(f.Gammas))
	edge(model.RidgeName, choice.Mu, len(f.Mus))
	scores := f.Scored()
	failed := slices.DeleteFunc(slices.Clone(scores), func(score Score) bool { return score.Failure == nil })
	if len(failed) > 0 {
		first, gamma := failed[0], ""
		if v := f.Gammas[first.Gamma]; !math.IsNaN(v) {
			gamma = fmt.Sprintf("gamma = %.3g, ", v)
		}
		const form = "%d of %d settings have no score, the first: %s at %smu = %.3g: %s"
		list = append(list, remedy.Note{Text: fmt.Sprintf(form, len(failed), len(scores), f.Describe(first.Configuration),
			gamma, f.Mus[first.Mu], reason(first.Failure))})
	}
	if final := f.Finals[choice.Configuration]; final != nil {
		list = append(list, remedy.Notes(final.Warnings...)...)
	}
	return list
}

// Refits fits settings of the present [Findings.Standing], which must exist, to all training rows by a function such as
// [Search.Refit] until ctx ends: the choice, the one with the least loss, then others by their indices in Ranked. It
// yields the configuration of each with the error of its fit.
func (f *Findings) Refits(ctx context.Context, others func(Standing) []int,
	fit func(Cell) (*Final, error)) iter.Seq2[int, error] {
	f.Finals = map[int]*Final{}
	return func(yield func(int, error) bool) {
		for ctx.Err() == nil {
			standing, _ := f.Standing()
			list := append([]int{standing.Choice, standing.Best}, others(standing)...)
			next := slices.IndexFunc(list, func(i int) bool {
				_, tried := f.Finals[standing.Ranked[i].Configuration]
				return !tried
			})
			if next < 0 {
				return
			}
			at := standing.Ranked[list[next]].Cell
			final, err := fit(at)
			if err != nil && ctx.Err() != nil {
				return
			}
			f.Finals[at.Configuration] = final
			if err != nil {
				left := append(slices.Clone(f.Left), at.Configuration)
				if _, other := f.Search.Standing(f.Events, left...); other {
					f.Left = left
				}
			}
			if !yield(at.Configuration, err) {
				return
			}
		}
	}
}
