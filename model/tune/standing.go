package tune

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model"
)

// Best returns the index into the plan's Mus of the ridge with the least loss over the folds so far, and that
// loss; of equal ones the largest. The loss is NaN if there is none.
func (e Scored) Best() (mu int, loss Estimate) {
	loss = Estimate{math.NaN(), math.NaN()}
	for _, at := range e.Mus {
		if now := Mean(e.At(at)); !math.IsNaN(now.Mean) && !(now.Mean > loss.Mean) {
			mu, loss = at, now
		}
	}
	return mu, loss
}

// At returns the losses of the folds at a ridge, nil for one that was not fitted.
func (e Scored) At(mu int) []float64 { return column(e.Losses, slices.Index(e.Mus, mu)) }

// GainAt returns the mean gain at a ridge.
func (e Scored) GainAt(mu int) Estimate { return Mean(column(e.Gains, slices.Index(e.Mus, mu))) }

func column(rows [][]float64, at int) (values []float64) {
	if at < 0 {
		return nil
	}
	for _, row := range rows {
		values = append(values, row[at])
	}
	return values
}

// Standing is what a search knows.
type Standing struct {
	Rung   int
	Ranked []Ranked // the configurations with all folds on this rung and a score, the cheapest first

	// Best has the least loss, and Choice is the cheapest that is near it; on a part of the rows it is Best, because
	// what a cheaper configuration lacks there is more on all rows. They are indices into Ranked.
	Best, Choice int
}

// Standing returns what the events so far show on the last rung that compares configurations, the best of the rung
// before among them. ok is false if no configuration has a score.
func (s *Search) Standing(events []Scored) (standing Standing, ok bool) {
	boards := s.boards(events)
	rung, ok := s.compared(boards)
	if !ok {
		return Standing{}, false
	}
	ranked := s.rank(boards[rung])
	for i := range ranked {
		ranked[i].AllSeconds = s.extrapolated(ranked[i].Scored)
	}
	best, choice := choose(ranked, s.OnAllRows(rung))
	return Standing{rung, ranked, best, choice}, true
}

// compared returns the last rung that has scored one of the best of the rung before, within one standard error of the
// least loss, and, unless that is alone, another.
func (s *Search) compared(boards []board) (rung int, ok bool) {
	for rung := len(s.Rungs) - 1; rung > 0; rung-- {
		here, before := s.ranked(boards[rung]), s.ranked(boards[rung-1])
		isBest := func(r Ranked) bool {
			return slices.ContainsFunc(before, func(b Ranked) bool { return b.close && b.Configuration == r.Configuration })
		}
		if len(here) > 0 && len(before) > 0 && len(here) > min(1, len(before)-1) && slices.ContainsFunc(here, isBest) {
			return rung, true
		}
	}
	return 0, len(s.ranked(boards[0])) > 0
}

// Complete reports whether an event has all folds.
func (s *Search) Complete(e Scored) bool { return e.Folds == len(s.folds) }

// boards returns the board of each rung.
func (s *Search) boards(events []Scored) []board {
	boards := make([]board, len(s.Rungs))
	for i := range boards {
		boards[i] = board{}
	}
	for _, e := range events {
		if s.Complete(e) {
			boards[e.Rung].add(e)
		}
	}
	return boards
}

// rank returns the configurations of a board that have a score, the cheapest first, with their fronts.
func (s *Search) rank(b board) []Ranked {
	list := s.ranked(b)
	slices.SortStableFunc(list, func(a, b Ranked) int { return a.Configuration - b.Configuration })
	return list
}

// promoted returns the candidates that go on to the next rung, the most important first: a third of the
// configurations. First comes the one with the least loss, with those that share its fit on this rung because their m is too large for it; then those within one standard error, the cheapest first; then others that are not beaten, and
// then the beaten ones, both in the order of their loss. Exact regression always goes on, as the last if it has not the least loss.
func (s *Search) promoted(b board) (list []Candidate) {
	ranked := s.ranked(b)
	class := func(i int) int {
		switch {
		case i == 0 || ranked[i].Above == Estimate{} && s.Configurations[ranked[i].Configuration].Method == s.Configurations[ranked[0].Configuration].Method:
			return 0
		case ranked[i].close:
			return 1
		case !beaten(ranked[i], ranked):
			return 2
		}
		return 3
	}
	order, classes := make([]int, len(ranked)), make([]int, len(ranked))
	for i := range order {
		order[i], classes[i] = i, class(i)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if classes[i] == 1 && classes[j] == 1 {
			return cmp.Compare(ranked[i].operations, ranked[j].operations)
		}
		return classes[i] - classes[j]
	})
	most := max(leastKept, (len(ranked)+keptShare-1)/keptShare)
	exact := s.exact(b)
	for _, i := range order {
		switch c := ranked[i]; {
		case i > 0 && s.Configurations[c.Configuration].reference:
			exact = append(exact, c)
		case len(list) < most:
			list = append(list, c.Candidate)
		}
	}
	for _, c := range exact {
		list = append(list, c.Candidate)
	}
	return list
}

// TimeError says that a search ended before it had a score.
type TimeError struct {
	First string // the configuration whose folds did not end in time
}

func (e *TimeError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns the problem, and the remedies.
func (e *TimeError) Parts() (string, remedy.List) {
	return "the time ended before all folds of one setting were scored, " + e.First,
		remedy.Change(remedy.Raise, "time").Or(remedy.Change(remedy.Lower, model.TrainRowsName))
}

// NoScore returns why a search that was not cancelled has no [Search.Standing]: a *TimeError, or the first failure.
func (s *Search) NoScore(events []Scored) error {
	for _, e := range events {
		if e.Failure != nil && s.Complete(e) {
			return fmt.Errorf("%s has no score: %w", s.Describe(e.Configuration), e.Failure)
		}
	}
	if len(s.missed) > 0 {
		return &TimeError{s.Describe(s.missed[0].Candidates[0].Configuration)}
	}
	return errors.New("no setting has a score")
}

// Reference says what exact regression adds to a choice.
type Reference struct {
	Ranked            // exact regression on the largest rung on which it was scored beside the choice
	Gains    Estimate // the loss of the choice's configuration on that rung, less that of exact regression, paired
	Measured bool     // whether that is the rung of the standing
}

// Reference compares exact regression with the choice of a standing. ok is false if no rung has scored both.
func (s *Search) Reference(events []Scored, standing Standing) (reference Reference, ok bool) {
	choice := standing.Ranked[standing.Choice]
	boards := s.boards(events)
	for rung := standing.Rung; rung >= 0; rung-- {
		for i, c := range s.Configurations {
			exact, has := boards[rung].bestOf(i)
			other, scored := boards[rung].bestOf(choice.Configuration)
			if c.reference && has && scored {
				exact.AllSeconds = s.extrapolated(exact.Scored)
				return Reference{exact, difference(other.At(other.Mu), exact.At(exact.Mu)), rung == standing.Rung}, true
			}
		}
	}
	return Reference{}, false
}
