package approxtest

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// degenerateData fits duplicate rows, constant rows, constant columns and a K of rank one, with fewer,
// as many and more landmarks than distinct rows.
func (s suite) degenerateData(t *testing.T) {
	const n = 40
	same := mat.NewDense(n, 2, nil)
	line := mat.NewDense(n, 1, nil)
	for i := range n {
		same.SetRow(i, []float64{1e6, -3})
		line.Set(i, 0, float64(i-n/2)) // one row is 0
	}
	for _, c := range []struct {
		what, kernel string
		x            *mat.Dense
		rank         int // of K
	}{
		{"five distinct rows", "gaussian", repeated(n), 5},
		{"five distinct rows", "matern12", repeated(n), 5},
		{"constant rows", "gaussian", same, 1},
		{"constant rows", "linear", same, 1},
		{"rank one", "linear", line, 1},
		{"rank three", "polynomial", line, 3},
	} {
		g := gram(t, c.x, c.kernel, 1)
		if s.method.Unmet(g.Kernel(), n, n) != "" {
			continue
		}
		t.Run(c.what+" "+c.kernel, func(t *testing.T) {
			for _, m := range []float64{1, 5, 20, n} {
				for seed := range uint64(seeds) {
					f := s.fit(t, g, settings(m), seed)
					s.invariants(t, g, f)
					if s.promise.Projection && f.Rank() > c.rank {
						t.Errorf("%v: rank %d, but K has the rank %d", f.Params, f.Rank(), c.rank)
					}
				}
			}
		})
	}
}

func (s suite) fewRows(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		g := s.problem(t, n, 2)
		for _, m := range []float64{1, 2, 100} {
			for seed := range uint64(4) {
				f := s.fit(t, g, settings(m), seed)
				s.invariants(t, g, f)
			}
		}
	}
}

// endsOfRanges sets each parameter to the ends of its range. Methods must clamp values above n, or cope with them.
func (s suite) endsOfRanges(t *testing.T) {
	g := s.problem(t, 30, 2)
	for _, p := range s.method.New().Params() {
		for _, v := range []float64{p.Min, p.Max} {
			set := settings(10)
			set[p.Name] = v
			f := s.fit(t, g, set, 1)
			s.invariants(t, g, f)
			if limit := s.promise.MaxRank(f); f.Rank() > limit {
				t.Errorf("%s = %v: rank %d, promised at most %d", p.Name, v, f.Rank(), limit)
			}
		}
	}
}
