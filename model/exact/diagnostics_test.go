package exact

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// ranked is a K̃ given as a dense matrix with its rank, and an S if there is one.
type ranked struct {
	stored
	rank int
	s    *mat.Dense
}

func (a ranked) Rank() int          { return a.rank }
func (a ranked) Sketch() *mat.Dense { return a.s }

func referenceOn(t testing.TB, x *mat.Dense, k model.Kernel) *Reference {
	t.Helper()
	r, err := NewReference(model.NewGram(model.NewPoints(x, k.Geometry()), k), true, [2]uint64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDiagnosticsAgainstNumPy(t *testing.T) {
	var g struct {
		X     [][]float64
		Gamma float64
		Cases []struct {
			Name           string
			Ridge, Epsilon float64
			Approx, S      [][]float64
			Rank           int
			DMax           float64 `json:"d_max"`
			GammaOK        bool    `json:"gamma_ok"`
			Coherence      float64
			SubspaceDist   float64 `json:"subspace_dist"`
			EpsilonS       float64 `json:"epsilon_s"`
			Incoherence    float64
			KSatisfiable   bool `json:"k_satisfiable"`
		}
	}
	raw, err := os.ReadFile("../../testdata/model/golden_diagnostics.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	r := referenceOn(t, denseOf(g.X), gaussian(g.Gamma))
	for _, c := range g.Cases {
		a := ranked{stored: stored{denseOf(c.Approx)}, rank: c.Rank}
		if c.S != nil {
			a.s = denseOf(c.S)
		}
		d, err := r.Diagnose(context.Background(), a, c.Ridge, c.Epsilon)
		if err != nil {
			t.Fatal(c.Name, err)
		}
		near(t, c.Name+": d_max", d.DMax, c.DMax, 1e-10, 0)
		near(t, c.Name+": coherence", d.Coherence, c.Coherence, 1e-9, 0)
		near(t, c.Name+": subspace distance", d.SubspaceDist, c.SubspaceDist, 1e-7, 1e-3)
		if d.GammaOK != c.GammaOK || d.Sketched != (c.S != nil) {
			t.Errorf("%s: gamma_ok %v, sketched %v, want %v, %v", c.Name, d.GammaOK, d.Sketched, c.GammaOK, c.S != nil)
		}
		if c.S == nil {
			if !math.IsNaN(d.EpsilonS) || !math.IsNaN(d.Incoherence) || d.KSatisfiable {
				t.Errorf("%s: figures of a sketch that is not there: %+v", c.Name, d)
			}
			continue
		}
		near(t, c.Name+": ε(S)", d.EpsilonS, c.EpsilonS, 1e-8, 0)
		near(t, c.Name+": incoherence", d.Incoherence, c.Incoherence, 1e-9, 0)
		if d.KSatisfiable != c.KSatisfiable {
			t.Errorf("%s: K-satisfiable %v, want %v", c.Name, d.KSatisfiable, c.KSatisfiable)
		}
	}
}

// fivePoints is the problem of the reference document's golden numbers, with
// S the unit columns 1 and 3 (counted from 1).
func fivePoints(t *testing.T) (*Reference, *mat.Dense) {
	r := referenceOn(t, mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4}), gaussian(0.5))
	s := mat.NewDense(5, 2, nil)
	s.Set(0, 0, 1)
	s.Set(2, 1, 1)
	return r, s
}

func TestDiagnosticsOfFivePoints(t *testing.T) {
	r, s := fivePoints(t)
	d, err := r.Diagnose(context.Background(), ranked{stored{mat.NewDense(5, 5, nil)}, 0, s}, 0.1, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ε(S)", d.EpsilonS, 0.9108434042, 1e-9, 0)
	near(t, "d_max", d.DMax, 4.5340308915, 1e-9, 0)
	if d.GammaOK || !math.IsNaN(d.Coherence) || !math.IsNaN(d.SubspaceDist) {
		t.Errorf("K̃ = 0: %+v", d)
	}
	// K−K̃ has the norm 2.68 = γₛ/(1−ε) at ε = 1 − 0.1/2.68.
	for epsilon, want := range map[float64]bool{1 - 0.1/2.69: true, 1 - 0.1/2.68: false} {
		d, err := r.Diagnose(context.Background(), ranked{stored{mat.NewDense(5, 5, nil)}, 0, nil}, 0.1, epsilon)
		if err != nil || d.GammaOK != want {
			t.Errorf("K̃ = 0 at ε = %v: gamma_ok %v, want %v (%v)", epsilon, d.GammaOK, want, err)
		}
	}
}

// bestOfRank returns U·Λ·Uᵀ of the reference's first rank eigenpairs.
func bestOfRank(t fatal, r *Reference, rank int) *mat.Dense {
	pairs := pairsOf(t, r)
	u := pairs.vectors.Slice(0, r.N(), 0, rank)
	var scaled, out mat.Dense
	scaled.Apply(func(_, j int, v float64) float64 { return v * pairs.values[j] }, u)
	out.Mul(&scaled, u.T())
	return &out
}

type fatal interface{ Fatal(...any) }

// regularized returns K·S(SᵀKS+γI)⁻¹SᵀK.
func regularized(t fatal, k, s *mat.Dense, ridge float64) *mat.Dense {
	var c, core, x, a mat.Dense
	c.Mul(k, s)
	core.Mul(s.T(), &c)
	q, _ := core.Dims()
	for i := range q {
		core.Set(i, i, core.At(i, i)+ridge)
	}
	if err := x.Solve(&core, c.T()); err != nil {
		t.Fatal(err)
	}
	a.Mul(&c, &x)
	return &a
}

func TestDiagnosticsOfKItself(t *testing.T) {
	r := referenceOn(t, randomPoints(30, 2, 3), gaussian(1))
	identity := mat.NewDense(30, 30, nil)
	for i := range 30 {
		identity.Set(i, i, 1)
	}
	k := whole(r.gram)
	d, err := r.Diagnose(context.Background(), ranked{stored{k}, 30, identity}, 0.1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if d.EpsilonS > 1e-13 || !d.KSatisfiable || !d.GammaOK {
		t.Errorf("S = I and K̃ = K: %+v", d)
	}
	if !math.IsNaN(d.Coherence) || !math.IsNaN(d.SubspaceDist) {
		t.Errorf("the whole space has figures of a subspace: %+v", d)
	}
	times := func(square float64) *mat.Dense {
		var s mat.Dense
		s.Scale(math.Sqrt(square), identity)
		return &s
	}
	// The first condition: all eigenvalues of U₁ᵀSSᵀU₁ within [1/2, 3/2].
	for square, want := range map[float64]bool{0.4: false, 0.6: true, 1.4: true, 1.6: false} {
		d, err = r.Diagnose(context.Background(), ranked{stored{k}, 30, times(square)}, 0.1, 0)
		if err != nil || d.KSatisfiable != want {
			t.Errorf("SSᵀ = %v·I: K-satisfiable %v, want %v (%v)", square, d.KSatisfiable, want, err)
		}
	}
	// Above λ₁ only the second condition remains: ‖SᵀΣ^½‖ ≤ 3√δ, square·λ₁ ≤ 9·γₛ.
	ridge := pairsOf(t, r).values[0] * 1.01
	for square, want := range map[float64]bool{1: true, 8.9: true, 9.2: false} {
		d, err = r.Diagnose(context.Background(), ranked{stored{k}, 30, times(square)}, ridge, 0)
		if err != nil || d.KSatisfiable != want || !math.IsNaN(d.Incoherence) {
			t.Errorf("SSᵀ = %v·I above λ₁: %+v, want K-satisfiable %v (%v)", square, d, want, err)
		}
	}
	// One entry above K by a little more than the tolerance.
	k.Set(3, 3, k.At(3, 3)+1e-8*ridge)
	if d, err = r.Diagnose(context.Background(), ranked{stored{k}, 30, nil}, 0.1, 0); err != nil || d.GammaOK {
		t.Errorf("K̃ that exceeds K is a γ-approximation (%v)", err)
	}
}

// On equispaced points all rows of a stationary periodic kernel have the same leverage,
// and its eigenvalues are double.
func TestDiagnosticsOnARing(t *testing.T) {
	x := mat.NewDense(32, 1, nil)
	for i := range 32 {
		x.Set(i, 0, float64(i)/32)
	}
	r := referenceOn(t, x, periodic(1))
	for rank := range 7 {
		rank++
		d, err := r.Diagnose(context.Background(), ranked{stored{bestOfRank(t, r, rank)}, rank, nil}, 0.01, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		dEff, err := r.EffectiveDimension(context.Background(), 0.01)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "d_max", d.DMax, dEff.Value, 1e-12, 0)
		if rank%2 == 1 {
			if !math.IsNaN(d.Coherence) || !math.IsNaN(d.SubspaceDist) {
				t.Errorf("rank %d cuts a pair of equal eigenvalues: %+v", rank, d)
			}
			continue
		}
		near(t, "coherence", d.Coherence, 1, 1e-12, 0)
		near(t, "subspace distance", d.SubspaceDist, 0, 1e-12, 1)
	}
}

// The subspace distance is 1 if the rank of K̃ is smaller than its Rank method returns.
func TestSubspaceOfSmallerRank(t *testing.T) {
	r := referenceOn(t, randomPoints(25, 2, 5), gaussian(1))
	for _, rank := range []int{0, 1, 3} {
		a := stored{mat.NewDense(25, 25, nil)}
		if rank > 0 {
			a = stored{bestOfRank(t, r, rank)}
		}
		d, err := r.Diagnose(context.Background(), ranked{a, 4, nil}, 0.1, 0.5)
		if err != nil || math.Abs(d.SubspaceDist-1) > 1e-12 {
			t.Errorf("rank %d called 4: distance %v, want 1 (%v)", rank, d.SubspaceDist, err)
		}
	}
}

func TestDiagnosticsShareEigenpairs(t *testing.T) {
	r := referenceOn(t, randomPoints(60, 2, 5), gaussian(1))
	ctx, cancel := context.WithCancel(context.Background())
	a := ranked{stored{mat.NewDense(60, 60, nil)}, 3, nil}
	got := make([]Diagnostics, 4)
	var wg sync.WaitGroup
	for i := range got {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var err error
			if got[i], err = r.Diagnose(ctx, a, 0.1, 0.5); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	for _, d := range got {
		if d.DMax != got[0].DMax || d.Coherence != got[0].Coherence || math.Abs(d.SubspaceDist-1) > 1e-12 {
			t.Errorf("callers at the same time get %+v and %+v", d, got[0])
		}
	}
	vectors := pairsOf(t, r).vectors
	if _, err := r.Diagnose(ctx, a, 0.2, 0.5); err != nil || pairsOf(t, r).vectors != vectors {
		t.Errorf("the eigenpairs were computed anew (%v)", err)
	}
	cancel()
	for _, r := range []*Reference{r, referenceOn(t, randomPoints(9, 2, 5), gaussian(1))} {
		if _, err := r.Diagnose(ctx, a, 0.1, 0.5); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
}

func TestDiagnoseMisuse(t *testing.T) {
	small, _ := fivePoints(t)
	large := &Reference{gram: model.NewGram(model.NewPoints(mat.NewDense(DiagnosticsLimit+1, 1, nil), model.InnerProduct),
		linear()), exact: true}
	a := ranked{stored{mat.NewDense(5, 5, nil)}, 1, nil}
	for name, call := range map[string]func(){
		"no ridge":  func() { _, _ = small.Diagnose(context.Background(), a, 0, 0.5) },
		"ε = 1":     func() { _, _ = small.Diagnose(context.Background(), a, 1, 1) },
		"ε NaN":     func() { _, _ = small.Diagnose(context.Background(), a, 1, math.NaN()) },
		"too large": func() { _, _ = large.Diagnose(context.Background(), a, 1, 0.5) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

// Edge cases: one row, equal rows, a matrix of rank one.
func TestDiagnosticsAtTheEdge(t *testing.T) {
	equal := mat.NewDense(6, 1, []float64{2, 2, 2, 2, 2, 2})
	for name, x := range map[string]*mat.Dense{"one row": mat.NewDense(1, 1, []float64{3}), "equal rows": equal} {
		for _, k := range []model.Kernel{gaussian(1), linear()} {
			r := referenceOn(t, x, k)
			n := r.N()
			s := mat.NewDense(n, 1, nil)
			s.Set(0, 0, math.Sqrt(float64(n)))
			for _, ridge := range []float64{1e-12, 1, 1e9} {
				d, err := r.Diagnose(context.Background(), ranked{stored{whole(r.gram)}, 1, s}, ridge, 0.5)
				if err != nil {
					t.Fatal(name, err)
				}
				lambda := r.trace                 // the one eigenvalue
				off := 1e-13 + 1e-14*lambda/ridge // the rounding errors of the other eigenvalues, 0, are eps·λ₁
				near(t, name+": d_max", d.DMax, lambda/(lambda+ridge), off, 1)
				if !d.GammaOK || !d.KSatisfiable || d.EpsilonS > math.Sqrt(off) {
					t.Errorf("%s, %s, γₛ = %g: %+v", name, k.Name(), ridge, d)
				}
				if n > 1 && (math.Abs(d.Coherence-1) > 1e-12 || d.SubspaceDist > 1e-12) {
					t.Errorf("%s, %s: %+v", name, k.Name(), d)
				}
			}
		}
	}
}
