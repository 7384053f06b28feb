package approx

import (
	"context"
	"errors"
	"maps"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// promises returns for every method the invariants that hold. Those of a family of methods are beside its
// other tests.
func promises() map[string]approxtest.Promise {
	all := firstPromises()
	for _, family := range []map[string]approxtest.Promise{
		scorePromises(), budgetedPromises(), eliminationAndSketchPromises(), volumePromises(), mekaPromises(), alsPromises(),
	} {
		maps.Copy(all, family)
	}
	return all
}

func firstPromises() map[string]approxtest.Promise {
	full := func(n int) model.Values { return model.Values{"m": float64(n)} }
	truncatedRank := func(f approxtest.Fit) int {
		if f.Params["budget"] == model.SizeByRidge {
			return f.N
		}
		if k := f.Clamped("rank"); k > 0 {
			return min(k, f.Clamped("m"))
		}
		return f.Clamped("m")
	}
	whole := func(f approxtest.Fit) int64 { return int64(f.N) * int64(f.N) }
	return map[string]approxtest.Promise{
		"best": {
			OwnForm: true, Projection: true, PSD: true, Full: full, Improves: "m",
			Entries: whole,
			MaxRank: func(f approxtest.Fit) int {
				if k := f.Clamped("rank"); k > 0 {
					return k
				}
				return f.Clamped("m")
			},
			Bytes: approxtest.FactorBytes,
		},
		"nystrom": {
			Projection: true, PSD: true, ExactRows: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 { return int64(f.N * f.Clamped("m")) },
			MaxRank: truncatedRank,
			Bytes:   approxtest.FactorBytes,
		},
		"kmeans-nystrom": {
			Projection: true, PSD: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 { m := f.Clamped("m"); return int64(f.N*m + m*m) },
			MaxRank: truncatedRank,
			Bytes:   approxtest.FactorBytes,
		},
		"given": {
			Projection: true, PSD: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 { m := f.Clamped("m"); return int64(f.N*m + m*m) },
			MaxRank: truncatedRank,
			Bytes:   approxtest.FactorBytes,
		},
		"accumulation": {
			Projection: true, PSD: true, Improves: "m",
			// With many accumulations S is a generic square matrix.
			Full:    func(n int) model.Values { return model.Values{"m": float64(n), "accum": 200} },
			Entries: func(f approxtest.Fit) int64 { return int64(f.N * len(f.Landmarks())) },
			MaxRank: truncatedRank,
			Bytes:   approxtest.FactorBytes,
		},
		"fourier": {
			PSD: true, Improves: "m",
			Entries: func(approxtest.Fit) int64 { return 0 },
			MaxRank: func(f approxtest.Fit) int { return min(f.N, even(f)) },
			Bytes:   func(f approxtest.Fit) int64 { return 8 * int64(f.N*even(f)) },
		},
		"tensor-sketch": {
			PSD: true, Improves: "m",
			Entries: func(approxtest.Fit) int64 { return 0 },
			MaxRank: func(f approxtest.Fit) int { return min(f.N, sketched(f)) },
			Bytes:   func(f approxtest.Fit) int64 { return 8 * int64(f.N*sketched(f)) },
		},
		"bka": {
			OwnForm: true, PSD: true,
			Full:    func(int) model.Values { return model.Values{"clusters": 1} },
			Entries: withinBlocks,
			MaxRank: func(f approxtest.Fit) int { return f.N },
			Bytes:   func(f approxtest.Fit) int64 { return 8 * withinBlocks(f) },
		},
		"sparse-cholesky": {
			OwnForm: true, PSD: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 {
				entries := int64(f.N)
				for p := range f.N {
					s := min(p, f.Clamped("m"))
					entries += int64((s + 1) * (s + 2) / 2)
				}
				return entries
			},
			MaxRank: func(f approxtest.Fit) int { return f.N },
			Bytes: func(f approxtest.Fit) int64 {
				numbers := f.N
				for p := range f.N {
					numbers += min(p, f.Clamped("m"))
				}
				return 8 * int64(numbers)
			},
		},
	}
}

// even is m as fourier uses it.
func even(f approxtest.Fit) int { m := int(f.Params["m"]); return m + m%2 }

// sketched is m as tensor-sketch uses it.
func sketched(f approxtest.Fit) int {
	if f.Params["sketch"] == model.SketchComplex {
		return even(f)
	}
	return int(f.Params["m"])
}

// withinBlocks counts the entries of K̃ that are not zero: for a kernel that
// has no zeros those of the blocks.
func withinBlocks(f approxtest.Fit) int64 {
	k := mat.NewDense(f.N, f.N, nil)
	f.Block(k, nil, nil)
	count := int64(0)
	for i := range f.N {
		for _, v := range k.RawRowView(i) {
			if v != 0 {
				count++
			}
		}
	}
	return count
}

func TestConformance(t *testing.T) {
	promise := promises()
	for _, m := range Methods() {
		p, ok := promise[m.Name]
		if !ok {
			t.Errorf("no promise for %s", m.Name)
			continue
		}
		if exceeds := !p.Projection && !p.Below; exceeds != m.Exceeds {
			t.Errorf("%s: Exceeds is %v, and the promise says %v", m.Name, m.Exceeds, exceeds)
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			approxtest.Run(t, m, p)
		})
	}
}

func TestAnyWorkers(t *testing.T) {
	for _, m := range Methods() {
		t.Run(m.Name, func(t *testing.T) { approxtest.AnyWorkers(t, m) })
	}
}

func TestMethodsAreValid(t *testing.T) {
	if err := validate(Methods()); err != nil {
		t.Error(err)
	}
}

// TestTacitParameters compares fits that differ in a tacit parameter, for each choice of another one. A tacit parameter
// is not in the key of a fit, so that K̃ must not depend on it.
func TestTacitParameters(t *testing.T) {
	for _, m := range Methods() {
		dense := func(set model.Values) *mat.Dense {
			k := mat.NewDense(60, 60, nil)
			fitted(t, approxtest.Gram(t, m, 60, 2), must(m.With(set)), seeded(1)).Block(k, nil, nil)
			return k
		}
		for _, chosen := range m.New().Params() {
			for v := range chosen.Choices {
				set := model.Values{"m": 5, "clusters": 4, "score-ridge": 0.01, chosen.Name: float64(v)}
				first := dense(set)
				for _, p := range must(m.With(set)).Params() {
					if !p.Tacit || p.Choices != nil {
						continue
					}
					other := maps.Clone(set)
					if other[p.Name] = 0.7 * p.Value(); p.Integer {
						other[p.Name] = p.Value() + 3
					}
					if !mat.Equal(dense(other), first) {
						t.Errorf("%s with %s = %d: K̃ depends on %s, which is tacit", m.Name, chosen.Name, v, p.Name)
					}
				}
			}
		}
	}
}

// endsAfter is a context that is cancelled after a number of looks at it.
type endsAfter struct {
	context.Context
	looks *atomic.Int64
}

func (c endsAfter) Err() error {
	if c.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestEveryChoiceCanBeCancelled: the conformance suite cancels the default choices alone.
func TestEveryChoiceCanBeCancelled(t *testing.T) {
	for _, m := range Methods() {
		g := approxtest.Gram(t, m, 60, 2)
		for _, chosen := range m.New().Params() {
			for v := range chosen.Choices {
				f := must(m.With(model.Values{"m": 5, "clusters": 4, "score-ridge": 0.01, chosen.Name: float64(v)}))
				for looks, done := 0, false; !done; looks += 1 + looks/4 {
					ctx := endsAfter{t.Context(), new(atomic.Int64)}
					ctx.looks.Store(int64(looks))
					a, err := f.Fit(ctx, g.View(), seeded(1))
					if done = err == nil; !done && (a != nil || !errors.Is(err, context.Canceled)) {
						t.Fatalf("%s --%s %s, cancelled at look %d: %v, %v", m.Name, chosen.Name, chosen.Choices[v], looks, a, err)
					}
				}
			}
		}
	}
}
