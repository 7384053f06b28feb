package approx

import (
	"context"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// budgetedPromises are those of the methods whose size comes out of a ridge.
// With budget = ridge, one of the ends of the ranges, K̃ is no more than n
// columns wide and reproduces no row.
func budgetedPromises() map[string]approxtest.Promise {
	promise := func(entries func(approxtest.Fit) int64) approxtest.Promise {
		return approxtest.Promise{
			Projection: true, PSD: true, Improves: "m",
			Entries: entries,
			MaxRank: func(f approxtest.Fit) int {
				if f.Params["budget"] == model.SizeByRidge {
					return f.N
				}
				return f.Clamped("m")
			},
			Bytes: approxtest.FactorBytes,
		}
	}
	return map[string]approxtest.Promise{
		"ink-estimate": promise(inkEntries),
		"squeak":       promise(squeakEntries),
		"disqueak":     promise(disqueakEntries),
		"bless":        promise(blessEntries),
		"bless-r":      promise(blessREntries),
	}
}

// as is a fitter of the method with the parameters of a fit.
func as(m model.Method, fit approxtest.Fit) model.Fitter {
	f := m.New()
	for _, p := range f.Params() {
		if err := p.Set(fit.Params[p.Name]); err != nil {
			panic(err)
		}
	}
	return f
}

// must unwraps what cannot fail on the data of the tests.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func kept(f approxtest.Fit) int64 {
	return int64(len(f.Approximation.(model.Landmarker).Landmarks()))
}

// The entries are counted over the same run, step by step, from the sizes of
// the dictionaries between the steps.

func squeakEntries(fit approxtest.Fit) int64 {
	f := as(squeak(), fit).(*Squeak)
	size := sizingOf(fit.N, f.M, f.Ridge, f.Budget)
	s := f.stream(fit.Gram, &size, fit.Rand)
	entries := int64(0)
	for order := fit.Rand.Perm(fit.N); len(order) > 0; {
		d := len(s.kept.index)
		b := min(len(order), max(leastChunk, d))
		entries += int64(b * (b + d))
		if err := s.feed(order[:b]); err != nil {
			panic(err)
		}
		order = order[b:]
	}
	return entries + int64(fit.N)*kept(fit)
}

func disqueakEntries(fit approxtest.Fit) int64 {
	f := as(disqueak(), fit).(*Disqueak)
	size := sizingOf(fit.N, f.M, f.Ridge, f.Budget)
	level := must(f.leaves(context.Background(), fit.Gram, fit.Rand))
	entries := int64(0)
	for _, b := range level {
		entries += int64(len(b.kept.index) * len(b.kept.index))
	}
	for len(level) > 1 {
		for j := 0; j+1 < len(level); j += 2 {
			entries += int64(len(level[j].kept.index) * len(level[j+1].kept.index))
		}
		level = must(f.merged(fit.Gram, level, &size, fit.Rand))
	}
	return entries + int64(fit.N)*kept(fit)
}

func inkEntries(fit approxtest.Fit) int64 {
	f := as(inkEstimate(), fit).(*InkEstimate)
	size := sizingOf(fit.N, f.M, f.Ridge, f.Budget)
	s := f.stream(fit.Gram, &size, fit.Rand)
	n, squares := int64(fit.N), int64(0)
	for order := fit.Rand.Perm(fit.N); len(order) > 0; {
		b := min(len(order), max(leastChunk, len(s.kept.index)))
		squares += int64(b * b)
		if err := s.feed(order[:b]); err != nil {
			panic(err)
		}
		order = order[b:]
	}
	return (n*n + squares) / 2
}

// pathEntries counts a path by one of the two kinds of step, given as the draw
// of candidates and what follows.
func pathEntries(fit approxtest.Fit, ridge float64, qbar int, size sizing, step func(p *path, ridge float64) (int, *packed)) int64 {
	diag := must(diagonal(fit.Gram))
	p := &path{g: fit.Gram, diag: diag, top: diag[highest(diag)], qbar: float64(qbar), rng: fit.Rand, kept: &packed{}}
	entries := int64(fit.N)
	for _, r := range ridges(p.top*float64(fit.N), ridge) {
		d := len(p.kept.index)
		looked, next := step(p, r)
		entries += int64(d*looked) + int64(len(next.index)*len(next.index))
		if p.kept = next; size.held && len(next.index) > size.m {
			break
		}
	}
	return entries + int64(fit.N)*kept(fit)
}

func blessEntries(fit approxtest.Fit) int64 {
	f := as(bless(), fit).(*Bless)
	return pathEntries(fit, f.Ridge, f.QBar, sizingOf(fit.N, f.M, f.Ridge, f.Budget), func(p *path, ridge float64) (int, *packed) {
		rows, times, total := p.uniform(ridge)
		return len(rows), must(p.drawn(rows, times, total, ridge))
	})
}

func blessREntries(fit approxtest.Fit) int64 {
	f := as(blessR(), fit).(*BlessR)
	return pathEntries(fit, f.Ridge, f.QBar, sizingOf(fit.N, f.M, f.Ridge, f.Budget), func(p *path, ridge float64) (int, *packed) {
		rows := p.looked(ridge)
		return len(rows), must(p.accepted(rows, ridge))
	})
}
