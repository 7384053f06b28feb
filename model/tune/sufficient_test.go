package tune_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/learn"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

func methods(t *testing.T, names ...string) []model.Method {
	t.Helper()
	var chosen []model.Method
	for _, name := range names {
		for _, m := range approx.Methods() {
			if m.Name == name {
				chosen = append(chosen, m)
			}
		}
	}
	if len(chosen) != len(names) {
		t.Fatalf("not all of %v exist", names)
	}
	return chosen
}

func generated(t *testing.T, name string, n int, seed uint64) *data.Set {
	t.Helper()
	for _, g := range synthetic.Generators() {
		if g.Name() == name {
			set, _, err := g.Draw(n, 0, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			return set
		}
	}
	t.Fatalf("no set %s", name)
	return nil
}

func gramOf(t *testing.T, x *mat.Dense, name string, gamma float64) *model.Gram {
	t.Helper()
	f, known := kernel.Lookup(name)
	if !known {
		t.Fatalf("no kernel %s", name)
	}
	k, err := f.Kernel(kernel.Values{model.GammaName: gamma})
	if err != nil {
		t.Fatal(err)
	}
	return model.NewGram(model.NewPoints(x, f.Geometry), k)
}

func truthOf(t *testing.T, g *model.Gram, y, known []float64, noise float64) *tune.Truth {
	t.Helper()
	truth, err := tune.FindTruth(context.Background(), g, &data.Set{Y: y, Truth: known, Noise: noise}, "")
	if err != nil {
		t.Fatal(err)
	}
	return truth
}

// experiment returns an experiment on 80 rows of friedman, whose truth is known.
func experiment(t *testing.T, names ...string) tune.Sufficient {
	t.Helper()
	set := generated(t, "friedman", 80, 3)
	g := gramOf(t, set.X, "gaussian", 0.1)
	truth := truthOf(t, g, set.Y, set.Truth, set.Noise)
	return tune.Sufficient{Gram: g, Truth: truth, Mus: truth.Mus(), Methods: methods(t, names...), Loss: 0.05, Reps: 6, Seed: 1}
}

func run(s tune.Sufficient, workers int) []tune.SufficientRow {
	var rows []tune.SufficientRow
	for row := range s.Run(context.Background(), workers) {
		rows = append(rows, row)
	}
	return rows
}

// meanRisk computes the mean risk directly, by exact regressions on K̃ as a dense matrix.
func meanRisk(t *testing.T, s tune.Sufficient, m model.Method, mu float64, budget int) float64 {
	t.Helper()
	n := s.Gram.N()
	sum := 0.0
	for rep := range s.Reps {
		f := m.New()
		for _, p := range f.Params() {
			if p.Name == "m" {
				if err := p.Set(float64(budget)); err != nil {
					t.Fatal(err)
				}
			}
		}
		a, err := f.Fit(context.Background(), s.Gram.View(), trial.Stream(s.Seed, "sufficient", m.Name, rep))
		if err != nil {
			t.Fatal(err)
		}
		k := mat.NewDense(n, n, nil)
		a.Block(k, nil, nil)
		sum += denseRisk(t, k, s.Truth.Values, s.Truth.Noise, mu)
	}
	return sum / float64(s.Reps)
}

// denseRisk returns (1/n)‖(I−H)(z−z̄)‖² + (σ²/n)‖H‖_F² for H = K(K+μI)⁻¹.
func denseRisk(t *testing.T, k *mat.Dense, z []float64, noise, mu float64) float64 {
	t.Helper()
	n := len(z)
	shifted, centred, mean := mat.DenseCopyOf(k), make([]float64, n), 0.0
	for i := range n {
		shifted.Set(i, i, k.At(i, i)+mu)
		mean += z[i] / float64(n)
	}
	for i := range n {
		centred[i] = z[i] - mean
	}
	var h mat.Dense
	if err := h.Solve(shifted, k); err != nil {
		t.Fatal(err)
	}
	var fitted, lost mat.VecDense
	fitted.MulVec(&h, mat.NewVecDense(n, centred))
	lost.SubVec(mat.NewVecDense(n, centred), &fitted)
	return (math.Pow(lost.Norm(2), 2) + noise*noise*math.Pow(mat.Norm(&h, 2), 2)) / float64(n)
}

// TestSufficientIsTheSmallest: the risks of exact regression and at the resulting m
// are those computed from dense matrices. m suffices, and m−1 does not.
func TestSufficientIsTheSmallest(t *testing.T) {
	s := experiment(t, "nystrom", "rpcholesky")
	k := mat.NewDense(80, 80, nil)
	s.Gram.Block(k, nil, nil)
	reference, err := exact.NewReference(s.Gram, true, [2]uint64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want, tol float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tol*math.Abs(want)) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	rows := run(s, 2)
	if len(rows) != 12 {
		t.Fatalf("%d rows, want 12", len(rows))
	}
	for i, row := range rows {
		method := s.Methods[i/6]
		if row.Method != method.Name || row.Mu != s.Mus[i%6] || row.Lambda != row.Mu/80 || row.Failure != nil || !row.Reached {
			t.Fatalf("row %d: %+v", i, row)
		}
		near("the exact risk", row.RiskExact, denseRisk(t, k, s.Truth.Values, s.Truth.Noise, row.Mu), 1e-9)
		dEff, err := reference.EffectiveDimension(context.Background(), row.Mu)
		if err != nil {
			t.Fatal(err)
		}
		d := dEff.Value
		near("d_eff", row.DEff, d, 1e-9)
		dMax, _, err := reference.MaximalDegrees(context.Background(), row.Mu)
		if err != nil {
			t.Fatal(err)
		}
		near("d_max", row.DMax, dMax, 1e-8)
		near("the ratio", row.Ratio, float64(row.M)/d, 1e-9)
		near("the risk", row.Risk, meanRisk(t, s, method, row.Mu, row.M), 1e-8)
		near("Bach's p", row.BachColumns, exact.BachColumns(80, row.Mu, dMax, 1, s.Loss/4), 1e-7)
		if row.Risk > 1.05*row.RiskExact {
			t.Errorf("%s at μ = %v: m = %d does not suffice: %v, exact %v", row.Method, row.Mu, row.M, row.Risk, row.RiskExact)
		}
		if row.M > 1 {
			if less := meanRisk(t, s, method, row.Mu, row.M-1); less <= 1.05*row.RiskExact {
				t.Errorf("%s at μ = %v: m = %d would do as well as %d: %v, exact %v", row.Method, row.Mu, row.M-1, row.M, less, row.RiskExact)
			}
		}
	}
	if rows[0].M >= rows[5].M {
		t.Errorf("m = %d at the largest ridge, %d at the smallest", rows[0].M, rows[5].M)
	}
}

// TestSameRowsForAnyWorkers: the rows do not depend on the number of workers, although
// these compute the draws in different orders.
func TestSameRowsForAnyWorkers(t *testing.T) {
	s := experiment(t, "nystrom", "regularized-nystrom")
	s.Mus, s.Reps = s.Mus[:4], 4
	want := run(s, 1)
	for _, workers := range []int{2, 50} {
		if diff := cmp.Diff(want, run(s, workers), cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%d workers:\n%s", workers, diff)
		}
	}
	s.Seed = 2
	if cmp.Equal(want, run(s, 2), cmpopts.EquateNaNs()) {
		t.Error("another seed gives the same rows")
	}
}

// TestNotReached: with Fourier features the risk is never within a thousandth of a percent.
func TestNotReached(t *testing.T) {
	s := experiment(t, "fourier")
	s.Loss, s.Mus = 1e-5, s.Mus[3:4]
	row := run(s, 1)[0]
	if row.Reached || row.M != 80 || row.Failure != nil || !(row.Risk > row.RiskExact*(1+1e-5)) {
		t.Errorf("%+v", row)
	}
	if want := meanRisk(t, s, s.Methods[0], row.Mu, 80); math.Abs(row.Risk-want) > 1e-8*want {
		t.Errorf("the risk at m = n is %v, want %v", row.Risk, want)
	}
}

// TestRowsFail: the error of a method is the failure of its own rows and of no others.
func TestRowsFail(t *testing.T) {
	s := experiment(t, "nystrom", "rpcholesky")
	s.Mus = s.Mus[:2]
	s.Methods[0].New = func() model.Fitter { return &broken{fail: func() error { return errors.New("no such luck") }} }
	broke := run(s, 2)
	if len(broke) != 4 || fmt.Sprint(broke[0].Failure) != "no such luck" || broke[0].Reached || !math.IsNaN(broke[0].Risk) || broke[2].Failure != nil || !broke[2].Reached {
		t.Errorf("%+v", broke)
	}
	s.Methods[0].New = func() model.Fitter { return &broken{fail: func() error { panic("oh") }} }
	if broke = run(s, 2); !strings.Contains(fmt.Sprint(broke[1].Failure), "panic: oh") || !broke[3].Reached {
		t.Errorf("%+v", broke)
	}
	// With a truth of 0 and no noise the risk of exact regression is 0.
	s.Truth = truthOf(t, s.Gram, s.Truth.Values, make([]float64, 80), 0)
	if row := run(s, 1)[2]; !strings.Contains(fmt.Sprint(row.Failure), "no risk") || !math.IsNaN(row.Ratio) {
		t.Errorf("%+v", row)
	}
}

type broken struct {
	m    int
	fail func() error
}

func (b *broken) Params() []model.Param { return []model.Param{model.Budget(&b.m)} }

func (b *broken) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return nil, b.fail()
}

// TestCancel: after ctx is cancelled the channel sends the finished rows and is closed.
func TestCancel(t *testing.T) {
	s := experiment(t, "nystrom")
	ctx, cancel := context.WithCancel(context.Background())
	rows := s.Run(ctx, 1)
	first := <-rows
	cancel()
	count := 1
	for row := range rows {
		if row.Failure != nil {
			t.Errorf("a row that was cancelled: %+v", row)
		}
		count++
	}
	if first.M == 0 || count == 6 {
		t.Errorf("%d rows of 6 after the first, %+v", count, first)
	}
	for range s.Run(ctx, 2) {
		t.Error("a row although the context was cancelled")
	}
	if _, err := tune.FindTruth(ctx, gramOf(t, s.Gram.X(), "gaussian", 1), &data.Set{Y: s.Truth.Values}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("FindTruth with a cancelled context: %v", err)
	}
}

// TestValuesReachTheMethods: with Values that limit the rank to 3, no m suffices.
func TestValuesReachTheMethods(t *testing.T) {
	s := experiment(t, "nystrom")
	s.Mus = s.Mus[4:5]
	if row := run(s, 1)[0]; !row.Reached {
		t.Fatalf("%+v", row)
	}
	s.Values = model.Values{"rank": 3}
	if row := run(s, 1)[0]; row.Reached || row.M != 80 {
		t.Errorf("%+v", row)
	}
}

// TestTruthOfAFile: if the truth is not known it is the exact fit at the ridge with the
// smallest GCV. The test compares it with regressions by Cholesky at ridges around it.
func TestTruthOfAFile(t *testing.T) {
	set := generated(t, "friedman", 200, 5)
	g := gramOf(t, set.X, "gaussian", 0.1)
	truth := truthOf(t, g, set.Y, nil, 0)
	ctx := context.Background()
	best, err := learn.NewExact(ctx, g, set.Y, truth.BestMu)
	if err != nil {
		t.Fatal(err)
	}
	gcv := func(x *learn.Exact) float64 { // n·‖y−ŷ‖²/(n−DF)², and the noise is ‖y−ŷ‖/√(n−DF)
		left := floats.Distance(set.Y, x.Fitted, 2)
		return float64(len(set.Y)) * math.Pow(x.Noise(), 4) / (left * left)
	}
	for e := -6.0; e <= 6; e += 0.1 {
		x, err := learn.NewExact(ctx, g, set.Y, truth.BestMu*math.Exp(e))
		if err != nil {
			t.Fatal(err)
		}
		if gcv(x) < gcv(best)*(1-1e-9) {
			t.Errorf("GCV is %v at μ = %v, and %v at the best, %v", gcv(x), x.Mu, gcv(best), truth.BestMu)
		}
	}
	if d := cmp.Diff(best.Fitted, truth.Values, cmpopts.EquateApprox(0, 1e-9)); d != "" || truth.From != tune.TruthGCV {
		t.Errorf("the truth is not the exact fit (%s): %s", truth.From, d)
	}
	if math.Abs(truth.Noise-best.Noise()) > 1e-9*best.Noise() {
		t.Errorf("noise %v, want %v", truth.Noise, best.Noise())
	}
	if math.Abs(truth.Noise-1) > 0.35 { // the noise of friedman is 1
		t.Errorf("the noise is estimated as %v, and is 1", truth.Noise)
	}
	if len(truth.Notes) > 0 {
		t.Errorf("notes: %q", truth.Notes)
	}
	mus := truth.Mus()
	if len(mus) != 6 || math.Abs(mus[0]/truth.BestMu-100) > 1e-9 || math.Abs(mus[5]/truth.BestMu-1e-3) > 1e-12 {
		t.Errorf("ridges %v around %v", mus, truth.BestMu)
	}
}

// TestTruthOfHardTargets: targets that are constant, have one row, no noise, or only noise.
func TestTruthOfHardTargets(t *testing.T) {
	ctx := context.Background()
	x := generated(t, "friedman", 60, 5).X
	g := gramOf(t, x, "gaussian", 0.5)
	same, smooth, noise := make([]float64, 60), make([]float64, 60), make([]float64, 60)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range same {
		same[i], smooth[i], noise[i] = 7, math.Sin(x.At(i, 0)), rng.NormFloat64()
	}
	var constant *trial.TargetError
	if _, err := tune.FindTruth(ctx, g, &data.Set{Y: same}, ""); !errors.As(err, &constant) || !strings.HasPrefix(err.Error(), "the target is 7 in all 60 rows") || !strings.Contains(err.Error(), "choose another target, or take more rows") {
		t.Errorf("a constant target: %v", err)
	}
	one := gramOf(t, mat.NewDense(1, 2, nil), "gaussian", 1)
	if _, err := tune.FindTruth(ctx, one, &data.Set{Y: []float64{3}}, ""); !errors.As(err, &constant) {
		t.Errorf("one row: %v", err)
	}
	truth := truthOf(t, g, smooth, nil, 0)
	if !(truth.Noise < 0.02) { // of a deviation of 0.25
		t.Errorf("a smooth target without noise: noise %v at μ = %v", truth.Noise, truth.BestMu)
	}
	truth = truthOf(t, g, noise, nil, 0)
	if !(truth.Noise > 0.5) || math.IsNaN(truth.BestMu) || len(truth.Mus()) == 0 {
		t.Errorf("noise alone: %v at μ = %v", truth.Noise, truth.BestMu)
	}
	// Equal points: K is of rank 1, and small ridges can't be used.
	flat := truthOf(t, gramOf(t, mat.NewDense(60, 2, nil), "gaussian", 1), noise, nil, 0)
	if len(flat.Notes) != 1 || !strings.Contains(flat.Notes[0], "GCV") {
		t.Errorf("equal points: notes %q", flat.Notes)
	}
}
