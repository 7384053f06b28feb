package tune

import (
	"cmp"
	"context"
	"slices"

	"gramscope/model/trial"
)

const (
	againRungs  = 2   // rungs on other partitions
	againRatio  = 4   // of the numbers of partitions of two of these, and of that of the first
	othersShare = 0.4 // of the time that is left of an only rung, for what seems worse, if other partitions come after that
)

// addPartitions adds rungs on which what seems best is scored on other partitions of the rows into folds: 4, and then 16.
// The least of many losses on the same few folds is in part that of a setting that these folds happen to favour. On others
// it has to be the least again, and as there are more of them the standard errors are smaller.
func (s *Search) addPartitions() {
	last := s.Rungs[len(s.Rungs)-1]
	for range againRungs {
		last.First += last.Folds
		last.Folds *= againRatio
		s.Rungs = append(s.Rungs, last)
	}
}

// partition returns the folds of a partition of all rows, of which the first is the plan's.
func (s *Search) partition(i int) [][]int {
	if i == 0 {
		return s.folds
	}
	return drawFolds(s.Spec.N, len(s.folds), s.labels, trial.Stream(s.Spec.Seed, "folds", len(s.folds), i))
}

// OnAllRows reports whether a rung has all rows that the folds leave.
func (s *Search) OnAllRows(rung int) bool { return s.Rungs[rung].Rows == s.Rungs[len(s.Rungs)-1].Rows }

// again reports whether a rung is on other partitions than the one before.
func (s *Search) again(rung int) bool { return s.Rungs[rung].First > 0 }

// Complete reports whether an event has all folds of its rung.
func (s *Search) Complete(e Scored) bool { return e.Folds == s.Rungs[e.Rung].Folds }

// mayConfirm reports whether the board leaves open which setting is best, and there is time for two on other partitions.
func (r *run) mayConfirm() bool {
	first := r.promoted(r.board)
	if len(first) < 2 || !r.undecided(r.board) {
		return false
	}
	left, _ := r.left()
	need := 0.0
	for _, c := range first[:2] {
		e := r.board[c]
		need += againRatio * e.wall * float64(min(len(e.Mus), windowRidges)) / float64(len(e.Mus))
	}
	return need <= left.Seconds()*float64(r.workers)
}

// undecided reports whether the folds of a board leave open which setting is best: another one is not clearly worse, and the
// standard error of their difference is more than what a choice gives away.
func (r *run) undecided(b board) bool {
	ranked := r.ranked(b)
	if len(ranked) == 0 {
		return false
	}
	best := ranked[0]
	for _, e := range b {
		for _, mu := range e.Mus {
			if e.Candidate == best.Candidate && mu == best.Mu || r.partial(r.Configurations[e.Configuration]) {
				continue
			}
			if d := difference(e.At(mu), best.At(best.Mu)); d.Mean <= closeBy*d.SE && d.SE > mostGiven*best.Loss.Mean {
				return true
			}
		}
	}
	return false
}

// confirm runs a rung of other partitions: all candidates that the rung before has chosen before the neighbours of the
// best of them.
func (r *run) confirm(ctx context.Context, kept []Candidate, before board) {
	kept = slices.DeleteFunc(kept, func(c Candidate) bool { return !r.runsOn(r.rung, r.Configurations[c.Configuration]) })
	r.promote(ctx, kept, before)
	_, last := r.levels()
	r.ascend(ctx, before, last)
}

// withEarlier returns the configurations of a standing on other partitions with those that were scored on all rows before, and
// not again. They are on the fronts, but not among those to choose from: their loss is the least one and
// what they have more on the folds of theirs, on which the best was scored, too.
func (s *Search) withEarlier(list []Ranked, earlier []board) []Ranked {
	if len(list) == 0 || !s.again(list[0].Rung) {
		return list
	}
	best := slices.MinFunc(list, func(a, b Ranked) int { return cmp.Compare(a.Loss.Mean, b.Loss.Mean) })
	for rung := len(earlier) - 1; rung >= 0 && s.OnAllRows(rung); rung-- {
		same, ok := earlier[rung].bestOf(best.Configuration)
		if !ok {
			continue
		}
		for _, r := range s.rank(earlier[rung]) {
			if slices.ContainsFunc(list, func(o Ranked) bool { return o.Configuration == r.Configuration }) {
				continue
			}
			r.Above = difference(r.At(r.Mu), same.At(same.Mu))
			r.Loss.Mean = best.Loss.Mean + max(r.Above.Mean, negligible*best.Loss.Mean)
			r.PlainLoss.Mean = best.PlainLoss.Mean + max(difference(r.PlainAt(r.Mu), same.PlainAt(same.Mu)).Mean, negligible*best.PlainLoss.Mean)
			r.Near = false
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b Ranked) int { return a.Configuration - b.Configuration })
	markFronts(list)
	return list
}
