package trial

import (
	"context"
	"errors"
	"math"
	"testing"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// TestMatrixOnExactRegression: Exact returns the regression with K. Its risk is about the truth of the
// data, or about the fitted values if there is none. It is computed once for each ridge.
func TestMatrixOnExactRegression(t *testing.T) {
	for _, test := range []bool{true, false} {
		for _, known := range []bool{true, false} {
			rows := twice(t, 40, test)
			if !known {
				rows.Train.Truth = nil
			}
			of := trialOn(t, rows, "nystrom", "", nil).Setting
			m, err := newMatrix(rows, of, true, new(Memo[*Matrix, *exact.Products]))
			if err != nil {
				t.Fatal(err)
			}
			x, err := m.Exact(t.Context(), 0.1)
			if err != nil {
				t.Fatal(err)
			}
			k := gaussian(rows.Train.X, rows.Train.X)
			cross := k
			if test {
				cross = gaussian(rows.Test.X, rows.Train.X)
			}
			fitted, predicted := regressed(t, k, cross, rows.Train.Y, 0.1)
			if !near(x.Fitted, fitted, 1e-10) || test && !near(x.Predicted, predicted, 1e-10) || !test && x.Predicted != nil {
				t.Error("other values than the regression with K")
			}
			truth, noise := rows.Train.Truth, rows.Train.Noise
			if !known {
				truth = x.Fitted
				if !(x.Noise > 0) || x.Noise == noise {
					t.Errorf("noise %v, want the residuals'", x.Noise)
				}
			}
			_, smooth := regressed(t, k, k, truth, 0.1)
			bias := 0.0
			for i, z := range truth {
				bias += (smooth[i] - z) * (smooth[i] - z) / 40
			}
			if !near(x.Truth, truth, 0) || known && x.Noise != noise || math.Abs(x.Risk.Bias-bias) > 1e-8*bias ||
				!(x.Risk.Variance > 0) {
				t.Errorf("risk %+v for noise %v, want the bias %v", x.Risk, x.Noise, bias)
			}
			again, err := m.Exact(t.Context(), 0.1)
			if err != nil || again != x {
				t.Errorf("computed again, %v", err)
			}
			var singular *model.SingularError
			if _, err := m.Exact(t.Context(), 0); !errors.As(err, &singular) {
				t.Errorf("μ = 0 with two equal rows: %v, want a SingularError", err)
			}
		}
	}
	rows := twice(t, 40, false)
	m, err := newMatrix(rows, trialOn(t, rows, "nystrom", "", nil).Setting, true, new(Memo[*Matrix, *exact.Products]))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if x, err := m.Exact(ctx, 0.1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v, want the context's error", x, err)
	}
}

// TestMatrixByProductsWithoutATruth: the truth is the fitted values, and the noise about that of a factorisation.
func TestMatrixByProductsWithoutATruth(t *testing.T) {
	rows := twice(t, exact.LeastProducts, false)
	rows.Train.Truth, rows.Train.Noise = nil, math.NaN()
	of := trialOn(t, rows, "nystrom", "", nil).Setting
	var found [2]*ExactRegression
	for i, entire := range []bool{true, false} {
		m, err := newMatrix(rows, of, entire, new(Memo[*Matrix, *exact.Products]))
		if err != nil {
			t.Fatal(err)
		}
		if found[i], err = m.Exact(t.Context(), 0.1); err != nil {
			t.Fatal(err)
		}
	}
	want, got := found[0], found[1]
	if !near(got.Truth, want.Truth, 1e-3) || !(math.Abs(got.Noise-want.Noise) < 0.05*want.Noise) {
		t.Errorf("noise %v, by a factorisation %v", got.Noise, want.Noise)
	}
}

// TestBytesOfMatrices: the size of a matrix is that of K if K can be stored, and else of a tile. The size
// of a draw is that of its distances if they can be stored, and else of its rows.
func TestBytesOfMatrices(t *testing.T) {
	const squares = 2896 // the largest n whose distances fit into half of model.CacheLimit
	for _, c := range []struct {
		n, d int
		want int64
	}{{100, 3, 8 * 100 * 100}, {squares, 3, 8 * squares * squares}, {squares + 1, 3, 8 * (squares + 1) * 9},
		{1_000_000, 10, 8 * 1_000_000 * 23}} {
		if got := DrawMemory(c.n, c.d); got != c.want {
			t.Errorf("%d rows of %d features count for %d bytes, want %d", c.n, c.d, got, c.want)
		}
	}
	const whole = 4096 // K is as large as model.CacheLimit
	var s *Store
	for n, want := range map[int]int64{whole: 2 * 8 * whole * whole,
		whole + 1: 8 * (whole + 1) * int64(linalg.TileRows(whole+1)), 100: 2 * 8 * 100 * 100} {
		s = NewStore(synthetic.Generators()[0])
		of := Setting{Draw: Draw{Seed: 1, Rep: 1, N: n}, Kernel: kernel.Families()[0].Member(kernel.Values{"gamma": 1})}
		if _, err := s.Matrix(t.Context(), of, true, 2); err != nil {
			t.Fatal(err)
		}
		if got := s.matrices.Bytes(); got != want {
			t.Errorf("two copies of K of %d rows count for %d bytes, want %d", n, got, want)
		}
		if got, want := s.rows.Bytes(), DrawMemory(n, s.Source().Dims()); got != want {
			t.Errorf("%d rows count for %d bytes, want %d", n, got, want)
		}
	}
}

// TestMatricesShareTheCacheWithRows: matrices and draws together fit into model.CacheLimit.
func TestMatricesShareTheCacheWithRows(t *testing.T) {
	for n, want := range map[int]int{1000: 3, 2800: 1} { // of 63 MB each, as the distances are
		s := NewStore(synthetic.Generators()[0])
		for _, gamma := range []float64{1, 2, 3} {
			of := Setting{Draw: Draw{Seed: 1, Rep: 1, N: n}, Kernel: kernel.Families()[0].Member(kernel.Values{"gamma": gamma})}
			if _, err := s.Matrix(t.Context(), of, false, 1); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.matrices.order.Len(); got != want {
			t.Errorf("%d of three matrices of %d rows are kept, want %d", got, n, want)
		}
	}
}

// large is K̃ of 60 MB.
type large struct{ model.Approximation }

func (large) Bytes() int64 { return 60 << 20 }

// TestStoreKeepsFits: the store counts the size of a fit, and drops the least recently used one.
func TestStoreKeepsFits(t *testing.T) {
	s, calls := NewStore(synthetic.Generators()[0]), 0
	fit := func(key string) *Fit {
		f, err := s.Fit(key, func() (*Fit, error) { calls++; return &Fit{Approx: large{}}, nil })
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	const each = 64<<10 + 60<<20
	first := fit("a")
	if got := s.fits.Bytes(); got != each {
		t.Errorf("a fit counts for %d bytes, want %d", got, each)
	}
	fit("b")
	fit("c")
	if fit("a") != first || calls != 3 {
		t.Errorf("three fits of 60 MB do not fit into %d bytes", int64(MaxFitBytes))
	}
	fit("d")
	if fit("a") != first || calls != 4 || s.fits.Bytes() != 3*each {
		t.Errorf("%d fits computed, %d bytes kept of %d", calls, s.fits.Bytes(), int64(MaxFitBytes))
	}
	if fit("b"); calls != 5 {
		t.Error("the fit asked for longest ago is kept beside three others")
	}
}
