package tune

import "slices"

const windowSize = 3 // number of μ, around the best of other candidates, at which a candidate is scored first

// refine scores γ and μ on both sides of those of the best configuration until none of them is better. Then it halves
// the distances, which end at one index on all rows, and at two on a part of them.
func (r *run) refine() {
	last := 1
	if r.OnAllRows(r.rung) {
		last = 2
	}
	for r.level = min(r.rung, 1); r.level <= last; {
		if !r.score(r.beside()) {
			r.level++
		}
	}
	r.level = min(r.level, last)
}

// beside asks for γ and μ on both sides of those of the best configuration, and at its γ for those within one standard
// error of it and for exact regression: the comparison with this is not to depend on earlier γ. At the distances of the
// default list, the γ on both sides of their own come for all configurations.
func (r *run) beside() (asks []ask) {
	ranked := r.ranked(r.board)
	if len(ranked) == 0 {
		return nil
	}
	best := ranked[0]
	add := func(configuration, gamma int) {
		if !r.seen[Cell{r.fitted[r.rung][configuration], gamma, -1}] { // of a γ that was tried, μ alone are refined
			asks = append(asks, ask{candidate: candidate{configuration, gamma}})
		}
	}
	for i, at := range ranked {
		if i == 0 || r.level == 0 {
			for _, gamma := range r.window(at.Gamma, r.fineGamma, len(r.Gammas)) {
				add(at.Configuration, gamma)
			}
		}
		if at.isClose || r.Configurations[at.Configuration].isExact() {
			add(at.Configuration, best.Gamma)
		}
	}
	return append(asks, ask{candidate{best.Configuration, best.Gamma}, r.window(best.Mu, r.fineMu, len(r.Mus))})
}

// window returns an index in [0, count) and those at the present distance from it, as far as there are any. It is fine
// indices on the first level.
func (r *run) window(at, fine, count int) []int {
	step := max(1, fine>>r.level)
	return slices.DeleteFunc([]int{at - step, at, at + step}, func(i int) bool { return i < 0 || i >= count })
}

// coarseMus are the μ of the list with which the search begins.
func (s *Search) coarseMus() (list []int) {
	for mu := s.coarseMu; mu < len(s.Mus); mu += s.fineMu {
		list = append(list, mu)
	}
	return list
}

// ridges returns the μ at which a candidate is first fitted on a rung. On the first, and where all μ so far failed,
// these are all of the coarse list; on others, for exact regression, and where each μ takes a fit of its own, they are
// three around the best μ of the configuration so far, or of all; where both hold, the best μ alone.
func (r *run) ridges(rung int, c candidate) []int {
	coarse, at := r.coarseMus(), r.Configurations[c.Configuration]
	dear := at.isExact() || at.dear
	near, ok := Least(r.board[c.Configuration])
	failed := !ok && len(r.board[c.Configuration]) > 0
	if !ok {
		near, ok = Least(r.before[c.Configuration])
	}
	if ranked := r.ranked(r.board); !ok && len(ranked) > 0 {
		near, ok = ranked[0].Score, true
	}
	switch {
	case !ok || failed || len(coarse) <= windowSize || rung == 0 && r.level == 0 && !dear:
		return coarse
	case rung > 0 && dear:
		return []int{near.Mu}
	}
	return r.window(near.Mu, r.fineMu, len(r.Mus))
}
