package learn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// inBlocks is a block-diagonal K̃ that is used for regression only.
type inBlocks struct {
	model.Approximation
	blocks     []model.Block
	pairs      *model.Decomposition
	decomposed int
}

func (a *inBlocks) Blocks() []model.Block { return a.blocks }

func (a *inBlocks) Bytes() int64 { return 1000 }

func (a *inBlocks) Decompose(ctx context.Context) (*model.Decomposition, error) {
	a.decomposed++
	return a.pairs, ctx.Err()
}

// TestBlocksAreRidge: one ridge by Cholesky and by eigenpairs have the figures of the
// regression on the dense K̃. If the condition is too large for Cholesky, At uses eigenpairs.
func TestBlocksAreRidge(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	const n = 23
	groups := [][]int{{0, 3, 6, 9, 12, 15, 18, 20}, {1}, {2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 21, 22}}
	a := &inBlocks{}
	var parts []*mat.SymDense
	dense := mat.NewSymDense(n, nil)
	for _, rows := range groups {
		k := productOf(len(rows), len(rows)+3, rng)
		parts = append(parts, k)
		a.blocks = append(a.blocks, model.Block{Rows: rows, K: mat.DenseCopyOf(k)})
		for p, i := range rows {
			for q, j := range rows {
				dense.SetSym(i, j, k.At(p, q))
			}
		}
	}
	a.pairs = eigenpairs(t, groups, parts...)
	y, truth := targets(n, 1), targets(n, 2)
	ridge := NewRidge(a.pairs, y)
	features := mat.NewDense(4, n, nil)
	for i := range 4 {
		for j := range n {
			features.Set(i, j, rng.NormFloat64())
		}
	}
	for _, mu := range []float64{1e-5, 0.5, 30, 1e9, 1e-14} {
		want, err := ridge.At(mu)
		if err != nil {
			t.Fatal(err)
		}
		blocks := NewBlocks(a, y)
		a.decomposed = 0
		one, err := blocks.At(t.Context(), mu)
		if err != nil {
			t.Fatal(err)
		}
		if byCholesky := a.decomposed == 0; byCholesky != (mu > 1e-14) {
			t.Errorf("μ = %g: by Cholesky %t", mu, byCholesky)
		}
		path, err := blocks.byEigenpairs(t.Context(), mu)
		if err != nil || a.decomposed != 1 {
			t.Fatal(err, a.decomposed)
		}
		for way, got := range map[string]*Fit{"Cholesky": one, "eigenpairs": path} {
			what := fmt.Sprintf("μ = %g by %s: ", mu, way)
			closest(t, what+"DF, GCV, LOO", []float64{got.DF, got.GCV, got.LOO}, []float64{want.DF, want.GCV, want.LOO}, 1e-9)
			closest(t, what+"ŷ", got.Fitted, want.Fitted, 1e-10)
			a, b := got.Risk(truth, 0.7), want.Risk(truth, 0.7)
			closest(t, what+"risk", []float64{a.Bias, a.Variance}, []float64{b.Bias, b.Variance}, 1e-9)
			// Features of a new point, block after block, times α in the same order.
			var alpha []float64
			shifted, centred := mat.DenseCopyOf(dense), mat.NewVecDense(n, slices.Clone(y))
			for i := range n {
				shifted.Set(i, i, shifted.At(i, i)+mu)
				centred.SetVec(i, y[i]-blocks.Offset)
			}
			var solved mat.VecDense
			if err := solved.SolveVec(shifted, centred); err != nil {
				t.Fatal(err)
			}
			for _, rows := range groups {
				for _, i := range rows {
					alpha = append(alpha, solved.AtVec(i))
				}
			}
			closest(t, what+"α", got.Coefficients, alpha, 1e-8)
			var values mat.VecDense
			values.MulVec(features, mat.NewVecDense(n, alpha))
			for i, v := range got.At(features) {
				closest(t, what+"value", []float64{v}, []float64{blocks.Offset + values.AtVec(i)}, 1e-8)
			}
		}
	}
	ended, stop := context.WithCancel(context.Background())
	stop()
	if _, err := NewBlocks(a, y).At(ended, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

// TestSingularBlocks: without a ridge a block of low rank can't be solved, and the error names a ridge that
// is large enough.
func TestSingularBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	k := productOf(5, 2, rng)
	rows := []int{0, 1, 2, 3, 4}
	a := &inBlocks{blocks: []model.Block{{Rows: rows, K: mat.DenseCopyOf(k)}}, pairs: eigenpairs(t, [][]int{rows}, k)}
	blocks := NewBlocks(a, targets(5, 1))
	var singular *model.SingularError
	if _, err := blocks.At(t.Context(), 0); !errors.As(err, &singular) || !(singular.Usable > 0) {
		t.Fatalf("without a ridge: %v", err)
	}
	if _, err := blocks.At(t.Context(), singular.Usable); err != nil {
		t.Errorf("at the ridge that would do: %v", err)
	}
}
