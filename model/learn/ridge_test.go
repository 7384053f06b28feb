package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// example is a K̃ given both as a dense matrix and by its eigenpairs.
type example struct {
	name  string
	dense *mat.SymDense
	pairs *model.Decomposition
	mus   []float64
}

func examples(t *testing.T) []example {
	const n = 30
	rng := rand.New(rand.NewPCG(1, 1))
	low, full := productOf(n, 7, rng), productOf(n, n+5, rng)
	var indefinite mat.SymDense
	indefinite.AddSym(low, full)
	for i := range n {
		indefinite.SetSym(i, i, indefinite.At(i, i)-30)
	}
	var both mat.SymDense
	both.ScaleSym(-0.5, productOf(n, 3, rng))
	both.AddSym(&both, low)
	all, ten := eigenpairs(t, nil, &indefinite), eigenpairs(t, nil, &both)
	if all.Least() > -10 || ten.Least() > -10 || all.Rank() != n || ten.Rank() != 10 {
		t.Fatalf("indefinite examples with λmin = %g and %g, rank %d and %d", all.Least(), ten.Least(), all.Rank(),
			ten.Rank())
	}

	// Two groups of interleaved rows, one of full rank, one not, and a row of its
	// own on which K̃ is zero.
	groups := [][]int{nil, nil, {29}}
	for i := range n - 1 {
		groups[i%2] = append(groups[i%2], i)
	}
	parts := []*mat.SymDense{productOf(15, 20, rng), productOf(14, 3, rng), mat.NewSymDense(1, nil)}
	blocks := mat.NewSymDense(n, nil)
	for s, rows := range groups {
		for p, i := range rows {
			for q, j := range rows {
				blocks.SetSym(i, j, parts[s].At(p, q))
			}
		}
	}
	mus := []float64{1e-6, 1e-3, 0.1, 1, 30, 1e6}
	return []example{
		{"low rank", low, eigenpairs(t, nil, low), mus},
		{"full rank", full, eigenpairs(t, nil, full), append([]float64{0}, mus...)},
		{"blocks", blocks, eigenpairs(t, groups, parts...), mus},
		{"indefinite", &indefinite, all, []float64{-1.001 * all.Least(), -2 * all.Least(), 1e4}},
		{"indefinite of low rank", &both, ten, []float64{-1.001 * ten.Least(), -2 * ten.Least(), 1e4}},
	}
}

func productOf(n, q int, rng *rand.Rand) *mat.SymDense {
	f := mat.NewDense(n, q, nil)
	for i := range n {
		for j := range q {
			f.Set(i, j, rng.NormFloat64())
		}
	}
	k := mat.NewSymDense(n, nil)
	k.SymOuterK(1, f)
	return k
}

func targets(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 2))
	y := make([]float64, n)
	for i := range y {
		y[i] = 40 + 3*rng.NormFloat64()
	}
	return y
}

// hat returns K̃(K̃+μI)⁻¹, computed by LU.
func hat(t *testing.T, k *mat.SymDense, mu float64) *mat.Dense {
	t.Helper()
	n := k.SymmetricDim()
	shifted := mat.DenseCopyOf(k)
	for i := range n {
		shifted.Set(i, i, shifted.At(i, i)+mu)
	}
	h := new(mat.Dense)
	if err := h.Solve(shifted, k); err != nil {
		t.Fatalf("μ = %g: %v", mu, err)
	}
	return h
}

// TestPathEqualsDenseSolve compares every figure of every μ of one path with those of the dense hat matrix.
func TestPathEqualsDenseSolve(t *testing.T) {
	for _, e := range examples(t) {
		n := e.pairs.N
		y, truth, noise := targets(n, 1), targets(n, 2), 0.7
		ridge := NewRidge(e.pairs, y)
		mean := floats.Sum(y) / float64(n)
		near(t, e.name+": offset", []float64{ridge.Offset}, []float64{mean}, 1e-13)
		middle := floats.Sum(truth) / float64(n)
		for _, mu := range e.mus {
			what := fmt.Sprintf("%s, μ = %g: ", e.name, mu)
			fit, err := ridge.At(mu)
			if err != nil {
				t.Fatal(what, err)
			}
			h := hat(t, e.dense, mu)
			// (I−H)x is computed as μ(K̃+μI)⁻¹x; x−Hx would lose digits for a small μ.
			var missed mat.VecDense
			shifted, centred := mat.DenseCopyOf(e.dense), mat.NewVecDense(n, nil)
			for i, v := range truth {
				shifted.Set(i, i, shifted.At(i, i)+mu)
				centred.SetVec(i, v-middle)
			}
			if err := missed.SolveVec(shifted, centred); err != nil {
				t.Fatal(what, err)
			}
			fitted, left := make([]float64, n), make([]float64, n)
			df, residual, lost, squares, smallest := mat.Trace(h), 0.0, 0.0, 0.0, 1.0
			for i := range n {
				fitted[i] = mean
				bias := mu * missed.AtVec(i)
				for j := range n {
					fitted[i] += h.At(i, j) * (y[j] - mean)
					squares += h.At(i, j) * h.At(i, j)
				}
				smallest = min(smallest, 1-h.At(i, i))
				left[i] = (y[i] - fitted[i]) / (1 - h.At(i, i))
				residual += math.Pow(y[i]-fitted[i], 2)
				lost += bias * bias
			}
			// For a small μ the dense figures lose digits in 1−H and y−ŷ.
			tol := math.Max(1e-9, 1e-14/smallest)
			count := float64(n)
			closest(t, what+"fitted", fit.Fitted, fitted, 1e-9)
			closest(t, what+"DF", []float64{fit.DF}, []float64{df}, 2e-9) // the dense H loses digits at small μ
			risk := fit.Risk(truth, noise)
			closest(t, what+"variance", []float64{risk.Variance}, []float64{noise * noise * squares / count}, 1e-9)
			closest(t, what+"total", []float64{risk.Total()}, []float64{risk.Bias + risk.Variance}, 0)
			near(t, what+"bias", []float64{risk.Bias}, []float64{lost / count}, 1e-9*lost/count+1e-20)
			if mu == 0 {
				if !math.IsNaN(fit.GCV) {
					t.Errorf("%sGCV = %g, want NaN", what, fit.GCV)
				}
				continue // LOO: TestLeaveOneOutByLeavingOneOut
			}
			closest(t, what+"GCV", []float64{fit.GCV}, []float64{residual / count / math.Pow(1-df/count, 2)}, tol)
			closest(t, what+"LOO", []float64{fit.LOO}, []float64{floats.Dot(left, left) / count}, tol)

			// K̃ = k̃(X, X) serves as the features of new points. Features for blocks
			// would have only the columns of the point's group.
			if e.name == "blocks" {
				continue
			}
			again := fit.At(e.pairs.Coordinates(mat.DenseCopyOf(e.dense)))
			closest(t, what+"at the rows", again, fit.Fitted, 1e-9)
		}
	}
}

// TestLeaveOneOutByLeavingOneOut fits n times to all rows but one, with the offset
// of all rows.
func TestLeaveOneOutByLeavingOneOut(t *testing.T) {
	for _, e := range examples(t) {
		n := e.pairs.N
		y := targets(n, 3)
		ridge := NewRidge(e.pairs, y)
		for _, mu := range e.mus {
			if mu == 1e-6 && e.name != "full rank" {
				continue // the rounding errors of the n solutions are larger than the tolerance
			}
			fit, err := ridge.At(mu)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for out := range n {
				sum += math.Pow(y[out]-ridge.Offset-without(t, e.dense, y, ridge.Offset, out, mu), 2)
			}
			closest(t, fmt.Sprintf("%s, μ = %g: LOO", e.name, mu), []float64{fit.LOO}, []float64{sum / float64(n)}, 1e-9)
		}
	}
}

// without returns the centred prediction at row out of the fit to all other rows.
func without(t *testing.T, k *mat.SymDense, y []float64, offset float64, out int, mu float64) float64 {
	t.Helper()
	n := len(y)
	var rows []int
	for i := range n {
		if i != out {
			rows = append(rows, i)
		}
	}
	a, b := mat.NewDense(n-1, n-1, nil), mat.NewVecDense(n-1, nil)
	for p, i := range rows {
		b.SetVec(p, y[i]-offset)
		for q, j := range rows {
			a.Set(p, q, k.At(i, j))
		}
		a.Set(p, p, a.At(p, p)+mu)
	}
	var alpha mat.VecDense
	if err := alpha.SolveVec(a, b); err != nil {
		t.Fatal(err)
	}
	value := 0.0
	for p, i := range rows {
		value += k.At(out, i) * alpha.AtVec(p)
	}
	return value
}
