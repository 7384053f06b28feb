package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// mostTried is how many operations the fits of a method that nobody has ticked may take: about two seconds.
const mostTried = 4e10

// looked is the key of what package advice looks at.
type looked struct {
	kernel string
	n, m   int
}

// try posts the runs of the first method that the rules of package advice name, if it is not ticked and does not take
// long.
func (t *Task) try(ctx context.Context, post func(any)) error {
	spec := t.now.Spec.Clone()
	if !spec.Condition.IsZero() {
		return nil
	}
	cell := t.now.Cells[0]
	m := min(int(spec.Values.Of(model.Budget(nil), model.Budget(nil).Default)), cell.Draw.N)
	sample := cell
	sample.Draw.N = min(sample.Draw.N, advice.SampleRows)
	rows, err := t.now.Rows(sample)
	if err != nil {
		return err
	}
	problem, err := trial.Cached(rows, looked{cell.Kernel.String(), cell.Draw.N, m}, func() (advice.Problem, error) {
		memory, rng := model.UsableMemory(spec.MaxMemory), trial.Stream(cell.Draw.Seed, "advice")
		return advice.Look(ctx, rows.Gram(cell.Kernel), cell.Draw.N, m, memory, rng)
	})
	if degenerate := (*model.DegenerateError)(nil); errors.As(err, &degenerate) {
		return nil // the rows on the matrix have the error
	}
	if err != nil {
		return err
	}
	first := advice.First(problem, t.Methods)
	if len(first) == 0 || slices.Contains(spec.Methods, first[0].Method) {
		return nil
	}
	name := first[0].Method
	spec.Methods, spec.Figures = []string{name}, sweep.Figures{}.With(sweep.FigureError)
	plan, err := sweep.Prepare(spec, t.Methods, t.Setting.Store)
	if large := (*model.MemoryError)(nil); errors.As(err, &large) {
		return nil
	}
	if err != nil || float64(len(plan.Cells))*plan.Cost(plan.Cells[0], 0) > mostTried {
		return err
	}
	for r := range plan.Run(ctx, 1) {
		post(r)
	}
	return nil
}

// Verdict says what the figures at the present setting mean for the method that charts of one method show. It has no
// text while they are computed. predict says that it is about predictions, as far as there are any.
func (s *State) Verdict(predict bool) advice.Verdict {
	at := s.CurrentMethod()
	if at < 0 || s.preview != nil {
		return advice.Verdict{}
	}
	if c := s.Setting.Condition(model.BudgetName); !c.IsZero() {
		return firstToMeet(c, s.Setting.Active(s.Methods), s.Outcome.now)
	}
	name := s.Methods[at].Name
	seen := seenOf(name, s.Setting.Active(s.Methods), s.Outcome.now)
	seen.Predict, seen.Whole = predict, s.Outcome.Finished
	seen.M = int(s.Setting.Value(model.Budget(nil)))
	if tried := s.Outcome.tried; seen.Whole && tried != nil && Failure(tried) == "" {
		seen.Tried = runOf(tried[0].Method, tried)
	}
	if s.Outcome.Finished && s.Outcome.Axis.Name == model.BudgetName { // the least m that suffices may still come
		for i, rows := range s.Outcome.grid[name] {
			if e, _ := Mean(rows, Column("error")); e <= advice.Good {
				seen.Enough = int(s.Outcome.Axis.Values[i])
				break
			}
		}
	}
	return advice.Say(seen)
}

// Judge says what rows at one setting mean for the first method that has a budget: about K̃, and about predictions if
// these are known. Where m follows from a condition Judge compares the methods by their m.
func Judge(spec sweep.Spec, rows map[string][]sweep.Result) (said []advice.Verdict) {
	if !spec.Condition.IsZero() {
		said = append(said, firstToMeet(spec.Condition, spec.Methods, rows))
	}
	for _, name := range spec.Methods {
		if all := rows[name]; said == nil && len(all) > 0 && ParamValue(&all[0], model.BudgetName) > 0 {
			seen := seenOf(name, spec.Methods, rows)
			for _, seen.Predict = range []bool{false, true} {
				said = append(said, advice.Say(seen))
			}
		}
	}
	return slices.DeleteFunc(slices.Compact(said), func(v advice.Verdict) bool { return v.Text == "" })
}

// firstToMeet says which method meets a condition on m with the least m that was found, in the mean over repetitions.
func firstToMeet(of trial.Condition, methods []string, rows map[string][]sweep.Result) (said advice.Verdict) {
	least := math.Inf(1)
	for _, name := range methods {
		if m, _ := Mean(rows[name], Column("m")); m < least && Failure(rows[name]) == "" {
			least = m
			said.Brief = fmt.Sprintf("%s: m = %.0f", name, math.Ceil(m))
			said.Text = fmt.Sprintf("%s is the first to meet %s, at m = %.0f", name, of, math.Ceil(m))
		}
	}
	return said
}

// seenOf returns what a verdict on a method beside others is about.
func seenOf(name string, all []string, rows map[string][]sweep.Result) advice.Seen {
	seen := advice.Seen{Run: runOf(name, rows[name]), Floor: math.NaN(), Gamma: math.NaN(), Whole: true}
	if own := rows[name]; len(own) > 0 {
		if m := ParamValue(&own[0], model.BudgetName); m > 0 {
			seen.M = int(m)
		}
		seen.N, seen.Gamma = own[0].N, own[0].Gamma
		seen.Exact, _ = Mean(own, Column("rmse_test_exact"))
		if int(seen.Rank) <= seen.M { // as in the table: a narrow spectrum may give a K̃ of a smaller rank
			seen.Floor, _ = Mean(own, Column("error_best"))
		}
	}
	for _, other := range all {
		r := runOf(other, rows[other])
		if math.IsNaN(seen.Floor) && int(r.Rank) == seen.M {
			seen.Floor, _ = Mean(rows[other], Column("error_best"))
		}
		if other != name {
			seen.Others = append(seen.Others, r)
		}
	}
	return seen
}

func runOf(method string, rows []sweep.Result) advice.Run {
	r := advice.Run{Method: method}
	r.Error, _ = Mean(rows, Column("error"))
	r.Rank, _ = Mean(rows, Column("rank_used"))
	r.Test, _ = Mean(rows, Column("rmse_test"))
	r.Risk, _ = Mean(rows, Column("risk_ratio"))
	return r
}
