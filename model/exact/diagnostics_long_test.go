//go:build long

package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"gramscope/model"
)

func TestDiagnosticsKeepTheirBounds(t *testing.T) {
	ctx := context.Background()
	guaranteed := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 24).Draw(t, "n")
		rank := rapid.IntRange(1, n-1).Draw(t, "rank")
		ridge := math.Pow(10, rapid.Float64Range(-3, 1.5).Draw(t, "log ridge"))
		seed := rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
		kernel := rapid.SampledFrom([]model.Kernel{gaussian(0.3), gaussian(20), laplacian(1), linear()}).Draw(t, "kernel")
		x := randomPoints(n, 3, seed)
		if rapid.Bool().Draw(t, "duplicates") {
			x.SetRow(n-1, x.RawRowView(0))
		}
		r, err := NewReference(model.NewGram(model.NewPoints(x, kernel.Geometry()), kernel), true, [2]uint64{seed, 2})
		if err != nil {
			t.Fatal(err)
		}
		k := whole(r.gram)
		rng := rand.New(rand.NewPCG(seed, 7))
		q := rapid.SampledFrom([]int{1, rank, 40 * n}).Draw(t, "columns")
		s := mat.NewDense(n, q, nil)
		for j := range q {
			s.Set(rng.IntN(n), j, math.Sqrt(float64(n)/float64(q)))
		}
		a := ranked{stored{bestOfRank(t, r, rank)}, rank, s}
		d, err := r.Diagnose(ctx, a, ridge, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		size, slack := float64(n), 1+1e-9
		dEff, err := r.EffectiveDimension(ctx, ridge)
		if err != nil {
			t.Fatal(err)
		}
		if d.DMax*slack < dEff.Value || d.DMax > size*slack {
			t.Fatalf("d_max = %v is outside [d_eff, n] = [%v, %v]", d.DMax, dEff, n)
		}
		count := float64(pairsOf(t, r).above(ridge))
		if (count == 0) != math.IsNaN(d.Incoherence) || d.Incoherence*slack < count/2 || d.Incoherence > size*slack {
			t.Fatalf("M = %v is outside [d_δ/2, n], d_δ = %v", d.Incoherence, count)
		}
		if d.EpsilonS < 0 || d.KSatisfiable && count > float64(q) {
			t.Fatalf("%+v with %v eigenvalues above the ridge and %d columns", d, count, q)
		}
		if pairsOf(t, r).separate(rank) {
			if d.Coherence*slack < 1 || d.Coherence > size/float64(rank)*slack {
				t.Fatalf("coherence %v is outside [1, n/r] = [1, %v]", d.Coherence, size/float64(rank))
			}
			gap := pairsOf(t, r).values[rank-1] - pairsOf(t, r).values[rank]
			if !(d.SubspaceDist <= 1e-13*size*pairsOf(t, r).values[0]/gap) {
				t.Fatalf("the best approximation is %v away from its own subspace, gap %v", d.SubspaceDist, gap)
			}
		} else if !math.IsNaN(d.Coherence) || !math.IsNaN(d.SubspaceDist) {
			t.Fatalf("a subspace that is not determined has figures: %+v", d)
		}
		if d.EpsilonS < 1-1e-9 { // SQUEAK's guarantee, a deterministic law
			guaranteed++
			reg := ranked{stored{regularized(t, k, s, ridge)}, n, nil}
			if g, err := r.Diagnose(ctx, reg, ridge, d.EpsilonS); err != nil || !g.GammaOK {
				t.Fatalf("ε(S) = %v, and K̃ is no γ-approximation (%v)", d.EpsilonS, err)
			}
		}
	})
	if guaranteed == 0 {
		t.Error("no S was accurate: the guarantee has not been looked at")
	}
}
