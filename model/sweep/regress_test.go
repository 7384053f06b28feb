package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// wholeKernel is K̃ = K with an extension to new points. Regressions on it must equal those on K.
type wholeKernel struct {
	model.Approximation
	k *mat.SymDense
	x *mat.Dense
	f model.Kernel
}

func (w wholeKernel) Rank() int          { return w.k.SymmetricDim() }
func (w wholeKernel) Landmarks() []int   { return identity(w.Rank()) }
func (w wholeKernel) Warnings() []string { return nil }
func (w wholeKernel) Bytes() int64       { return 8 }
func (w wholeKernel) Diag(d []float64) {
	for i := range d {
		d[i] = w.k.At(i, i)
	}
}
func (w wholeKernel) Block(dst *mat.Dense, rows, cols []int) { fillBlock(dst, rows, cols, w.k.At) }
func (w wholeKernel) MulTo(dst, x *mat.Dense)                { dst.Mul(w.k, x) }
func (w wholeKernel) Norms(context.Context, *rand.Rand) (frobenius, spectral float64, err error) {
	return mat.Norm(w.k, 2), mat.Norm(w.k, 1), nil // the test does not use the second norm
}

func (w wholeKernel) Decompose(context.Context) (*model.Decomposition, error) {
	var eig mat.EigenSym
	if !eig.Factorize(w.k, true) {
		panic("no eigenvalues")
	}
	var v mat.Dense
	eig.VectorsTo(&v)
	values := eig.Values(nil)
	for i, l := range values {
		values[i] = math.Max(0, l)
	}
	return &model.Decomposition{N: w.Rank(), Groups: []model.EigenGroup{{Values: values, Q: &v, Back: &v}}}, nil
}

func (w wholeKernel) Extension(context.Context) (*model.Extension, error) {
	return &model.Extension{Kernel: w.f, Parts: []model.Part{{Landmarks: w.x, Map: same{}, Width: w.Rank()}}}, nil
}

type same struct{}

func (same) From(k *mat.Dense) *mat.Dense { return k }
func (same) Onto(w *mat.Dense) *mat.Dense { return w }

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// whole is a method with K̃ = K that counts how often it fits.
type whole struct{ fits *atomic.Int64 }

func (whole) Params() []model.Param { return nil }
func (e whole) Fit(ctx context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	e.fits.Add(1)
	k := mat.NewDense(g.N(), g.N(), nil)
	g.Block(k, nil, nil)
	return wholeKernel{k: mat.NewSymDense(g.N(), k.RawMatrix().Data), x: g.X(), f: g.Kernel()}, nil
}

func regressionPlan(t *testing.T, set string, change func(*Spec)) (*Plan, *atomic.Int64) {
	t.Helper()
	fits := new(atomic.Int64)
	methods := []model.Method{{Name: "whole", Doc: "K itself", Ref: "none", Cost: "n²",
		New: func() model.Fitter { return whole{fits} }}}
	s := DefaultSpec(60)
	s.Methods, s.Test, s.Width = []string{"whole"}, 0.25, s.Width.WithGamma(1)
	change(&s)
	p, err := Prepare(s, methods, NewStore(generator(t, set)))
	if err != nil {
		t.Fatal(err)
	}
	return p, fits
}

func TestRegressionOnKIsTheExactOne(t *testing.T) {
	for _, solver := range trial.Solvers() {
		p, fits := regressionPlan(t, "friedman", func(s *Spec) {
			s.Solver = solver
			s.Over = []Axis{{"mu", []float64{1e-3, 0.1, 10}}}
		})
		rows := collect(p.Run(context.Background(), 2))
		if fits.Load() != 1 {
			t.Errorf("%d fits for three ridges", fits.Load())
		}
		for i, r := range rows {
			g := r.Get
			if r.Failure != "" || r.Mu != p.Spec.Over[0].Values[i] {
				t.Fatalf("row %+v", r)
			}
			if solver == trial.SolverPCG {
				checkWithK(t, r)
				continue
			}
			if steps := math.IsNaN(g("solver_iterations")); steps != (solver == trial.SolverDirect) ||
				steps != math.IsNaN(g("solver_residual")) {
				t.Errorf("%s: %v iterations to a residual of %v", solver, g("solver_iterations"), g("solver_residual"))
			}
			if !(math.Abs(g("risk_ratio")-1) < 1e-9) || !(g("krr_error") < 1e-12) ||
				!(math.Abs(g("rmse_test")/g("rmse_test_exact")-1) < 1e-6) {
				t.Errorf("%s at μ = %v: %+v", solver, r.Mu, r)
			}
			if !(g("bias") > 0 && g("variance") > 0 && g("df") > 0 && g("df") < 60 && g("gcv") > 0 && g("loo") > 0 &&
				g("rmse_train") > 0 && g("r2_test") < 1) {
				t.Errorf("%s at μ = %v: %+v", solver, r.Mu, r)
			}
		}
		// A larger ridge fits less, with less variance.
		if solver != trial.SolverPCG &&
			!(rows[0].Get("df") > rows[1].Get("df") && rows[0].Get("bias") < rows[2].Get("bias") &&
				rows[0].Get("variance") > rows[2].Get("variance")) {
			t.Errorf("%s: %+v to %+v", solver, rows[0], rows[2])
		}
	}
}

// checkWithK checks that the regression by pcg is the exact one. It has no figures
// that need K̃'s hat matrix.
func checkWithK(t *testing.T, r Result) {
	t.Helper()
	g := r.Get
	if !(g("krr_error") < 1e-12) || !(math.Abs(g("rmse_test")/g("rmse_test_exact")-1) < 1e-6) || !(g("risk_exact") > 0) ||
		!(g("rmse_train") > 0 && g("r2_test") < 1) {
		t.Errorf("%s, μ = %v: %+v", r.Method, r.Mu, r)
	}
	for _, v := range []float64{g("bias"), g("variance"), g("risk"), g("risk_ratio"), g("df"), g("gcv"), g("loo")} {
		if !math.IsNaN(v) {
			t.Errorf("%s, μ = %v: a figure of K̃'s regression beside that of K: %+v", r.Method, r.Mu, r)
		}
	}
	if !(g("solver_iterations") > 0 && g("solver_residual") < 1e-7) || r.Learner != "ridge by pcg" {
		t.Errorf("%s, μ = %v: %s, %v iterations to a residual of %v", r.Method, r.Mu, r.Learner, g("solver_iterations"),
			g("solver_residual"))
	}
}

// TestPCGInSweeps: pcg finds the exact regression with any preconditioner or none. A larger ridge
// takes fewer iterations, and a warning says that a ridge is too small.
func TestPCGInSweeps(t *testing.T) {
	s := DefaultSpec(300)
	s.Methods, s.Solver, s.Test, s.Figures = []string{"plain"}, trial.SolverPCG, 0.25,
		Figures{FigureRegression, FigureExact}
	s.Over = []Axis{{"mu", []float64{1e-9, 0.1, 10}}}
	p, err := Prepare(s, toyMethods(), NewStore(generator(t, "friedman")))
	if err != nil {
		t.Fatal(err)
	}
	rows := collect(p.Run(context.Background(), 2))
	for _, r := range rows[1:] {
		if r.Failure != "" || strings.Contains(strings.Join(remedy.Texts(r.Warnings, remedy.Plain()), "; "), "pcg") {
			t.Fatalf("%+v", r)
		}
		checkWithK(t, r)
	}
	if !(rows[2].Get("solver_iterations") < rows[1].Get("solver_iterations")) {
		t.Errorf("%v iterations at μ = 0.1, %v at 10", rows[1].Get("solver_iterations"), rows[2].Get("solver_iterations"))
	}
	if w := strings.Join(remedy.Texts(rows[0].Warnings, remedy.Plain()), "; "); rows[0].Failure != "" ||
		!strings.Contains(w, "pcg stopped after 500 iterations") {
		t.Errorf("μ = 1e-9: %s %s", rows[0].Failure, w)
	}
	var names []string
	for _, c := range p.Columns() {
		names = append(names, c.Name)
	}
	if !slices.Contains(names, "solver_iterations") || !slices.Contains(names, "solver_residual") {
		t.Errorf("columns %v", names)
	}
}

// TestRiskOfSplines is Bach's simulation (2013): the kernel Σ 2·i^(−2β)·cos 2πi(x−y) on an even grid.
// The eigenvectors are sines and cosines, and the truth is a series of them. Every repetition draws
// other noise and has the same risk.
func TestRiskOfSplines(t *testing.T) {
	const beta, delta = 8, 8
	for _, n := range []int{2, 31, 128} {
		for _, mu := range []float64{0.1, 1, 30} {
			p, _ := regressionPlan(t, "spline", func(s *Spec) {
				s.N, s.Test, s.Reps, s.Kernel, s.Values = n, 0, 3, "periodic", model.Values{"beta": beta, "mu": mu}
			})
			bias, variance := circleRisk(n, func(i float64) float64 { return math.Pow(i, -2*beta) },
				func(i float64) float64 { return math.Pow(i, -delta) }, mu)
			for r := range p.Run(context.Background(), 1) {
				g := r.Get
				for what, v := range map[string][2]float64{"bias": {g("bias"), bias}, "variance": {g("variance"), variance},
					"risk": {g("risk"), bias + variance}, "exact risk": {g("risk_exact"), bias + variance}} {
					if !(math.Abs(v[0]-v[1]) <= 1e-9*v[1]) {
						t.Errorf("n = %d, μ = %v, repetition %d: %s %.12g, in closed form %.12g", n, mu, r.Rep, what, v[0], v[1])
					}
				}
			}
		}
	}
}

// TestRiskOfDecay is the same test for exponentially decaying eigenvalues and coefficients, a row of
// Bach's table of rates.
func TestRiskOfDecay(t *testing.T) {
	const rho, kappa, noise = 0.7, 0.5, 0.3
	for _, n := range []int{31, 128} {
		for _, mu := range []float64{0.1, 30} {
			p, _ := regressionPlan(t, "decay:kappa=0.5,noise=0.3", func(s *Spec) {
				s.N, s.Test, s.Kernel, s.Values = n, 0, "poisson", model.Values{"rate": rho, "mu": mu}
			})
			bias, variance := circleRisk(n, func(i float64) float64 { return math.Exp(-rho * i) },
				func(i float64) float64 { return math.Exp(-kappa * i / 2) }, mu)
			variance *= noise * noise
			for r := range p.Run(context.Background(), 1) {
				g := r.Get
				if !(math.Abs(g("bias")-bias) <= 1e-9*bias && math.Abs(g("variance")-variance) <= 1e-9*variance) {
					t.Errorf("n = %d, μ = %v: bias %.12g and variance %.12g, in closed form %.12g and %.12g", n, mu, g("bias"),
						g("variance"), bias, variance)
				}
				if _, own := r.Params["rate"]; !own || r.Params["rate"] != rho {
					t.Errorf("column rate says %v, want %v", r.Params["rate"], rho)
				}
				if want := "decay:kappa=0.5,noise=0.3"; r.Data != want {
					t.Errorf("column data says %s, want %s", r.Data, want)
				}
			}
		}
	}
}

// circleRisk returns the closed forms of bias and variance for unit noise. At the frequency m modulo n,
// K has the eigenvalue n·Σ μᵢ, i ≡ ±m, and the truth has the amplitude Σ νᵢ^½. A sum over both signs
// counts each i once. The frequency m = 0 is the mean, which does not add to the bias.
func circleRisk(n int, eigenvalue, coefficient func(i float64) float64, mu float64) (bias, variance float64) {
	for m := range n {
		value, amplitude := 0.0, 0.0
		for i := 1; i <= 400; i++ {
			for _, sign := range []int{1, -1} {
				if ((sign*i-m)%n+n)%n == 0 {
					value += float64(n) * eigenvalue(float64(i))
					amplitude += coefficient(float64(i))
				}
			}
		}
		if m > 0 {
			bias += math.Pow(amplitude*mu/(value+mu), 2)
		}
		variance += math.Pow(value/(value+mu), 2) / float64(n)
	}
	return bias, variance
}

// TestTestFiguresByHand computes the figures of the test rows by hand.
func TestTestFiguresByHand(t *testing.T) {
	p, _ := regressionPlan(t, "friedman", func(s *Spec) { s.Values["mu"] = 0.5 })
	r := collect(p.Run(context.Background(), 1))[0]
	train, test, err := p.store.Source().Draw(60, 0.25, trial.Stream(1, "draw", 1))
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for _, y := range train.Y {
		mean += y / 60
	}
	kernel := func(a, b []float64) float64 {
		sum := 0.0
		for j := range a {
			sum += (a[j] - b[j]) * (a[j] - b[j])
		}
		return math.Exp(-sum)
	}
	k, y := mat.NewDense(60, 60, nil), mat.NewVecDense(60, nil)
	for i := range 60 {
		for j := range 60 {
			k.Set(i, j, kernel(train.X.RawRowView(i), train.X.RawRowView(j)))
		}
		k.Set(i, i, 1.5)
		y.SetVec(i, train.Y[i]-mean)
	}
	var alpha mat.VecDense
	if err := alpha.SolveVec(k, y); err != nil {
		t.Fatal(err)
	}
	sum, spread, testMean := 0.0, 0.0, 0.0
	for _, v := range test.Y {
		testMean += v / float64(len(test.Y))
	}
	for i, v := range test.Y {
		f := mean
		for j := range 60 {
			f += alpha.AtVec(j) * kernel(test.X.RawRowView(i), train.X.RawRowView(j))
		}
		sum += (v - f) * (v - f)
		spread += (v - testMean) * (v - testMean)
	}
	if len(test.Y) != 20 {
		t.Fatalf("%d test rows", len(test.Y))
	}
	want, r2 := math.Sqrt(sum/20), 1-sum/spread
	if g := r.Get; !(math.Abs(g("rmse_test")-want) < 1e-9) || !(math.Abs(g("r2_test")-r2) < 1e-9) {
		t.Errorf("rmse %v and R² %v, by hand %v and %v", g("rmse_test"), g("r2_test"), want, r2)
	}
}

func TestClassification(t *testing.T) {
	for _, learner := range []string{"", trial.LearnLogistic, trial.LearnSVM} {
		p, _ := regressionPlan(t, "moons", func(s *Spec) { s.Learner, s.Values["mu"] = learner, 0.1 })
		r := collect(p.Run(context.Background(), 1))[0]
		if r.Failure != "" || !(r.Get("accuracy_test") >= 0.9 && r.Get("accuracy_test") <= 1) {
			t.Fatalf("learner %q: %+v, %+v", learner, r, r.Failure)
		}
		if known := !math.IsNaN(r.Get("logloss_test")); known != (learner != trial.LearnSVM) {
			t.Errorf("learner %q has the log loss %v", learner, r.Get("logloss_test"))
		}
		names := namesOf(p.Columns())
		if !slices.Contains(names, "accuracy_test") || slices.Contains(names, "rmse_test") {
			t.Errorf("columns %v", names)
		}
	}
}

func TestConstantTargetIsToldOf(t *testing.T) {
	for n, want := range map[int]bool{1: true, 2: false} {
		p, _ := regressionPlan(t, "friedman", func(s *Spec) { s.N = n })
		r := collect(p.Run(context.Background(), 1))[0]
		if got := strings.Contains(fmt.Sprint(r.Warnings), "its regression has no meaning"); got != want || r.Failure != "" {
			t.Errorf("n = %d: %+v", n, r)
		}
	}
}

func TestNumbersAreNoClasses(t *testing.T) {
	p, _ := regressionPlan(t, "friedman", func(s *Spec) { s.Learner = trial.LearnSVM })
	if r := collect(p.Run(context.Background(), 1))[0]; !strings.Contains(r.Failure, "80 distinct values, more than 50") {
		t.Errorf("%+v", r)
	}
}

func TestLearnersThatDoNotSuitAreRefused(t *testing.T) {
	for _, c := range []struct {
		set, learner, solver, want string
	}{
		{"moons", trial.LearnRidge, "", "target is text"},
		{"moons", "", trial.SolverFalkon, "falkon solves ridge"},
		{"moons", "", trial.SolverPCG, "pcg solves ridge"},
		{"friedman", "forest", "", "unknown learner"},
		{"friedman", "", "magic", "unknown solver"},
	} {
		s := DefaultSpec(40)
		s.Methods, s.Learner, s.Solver = []string{"plain"}, c.learner, c.solver
		_, err := Prepare(s, toyMethods(), NewStore(generator(t, c.set)))
		var wrong *SpecError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestNoExactFitAboveTheLimit(t *testing.T) {
	p, _ := regressionPlan(t, "friedman", func(s *Spec) { s.ExactLimit = 50 })
	r := collect(p.Run(context.Background(), 1))[0]
	g := r.Get
	if math.IsNaN(g("rmse_test")) || math.IsNaN(g("risk")) { // the truth is known
		t.Fatalf("%+v", r)
	}
	for _, v := range []float64{g("krr_error"), g("rmse_test_exact"), g("risk_exact"), g("risk_ratio")} {
		if !math.IsNaN(v) {
			t.Errorf("above the exact limit: %+v", r)
		}
	}
}

func TestWithoutTestRows(t *testing.T) {
	p, _ := regressionPlan(t, "friedman", func(s *Spec) { s.Test = 0 })
	g := collect(p.Run(context.Background(), 1))[0].Get
	if !math.IsNaN(g("rmse_test")) || !math.IsNaN(g("r2_test")) || math.IsNaN(g("rmse_train")) ||
		math.IsNaN(g("risk_ratio")) {
		t.Errorf("%+v", collect(p.Run(context.Background(), 1)))
	}
}

func TestBoundsAreColumnsWhereAskedFor(t *testing.T) {
	p, _ := regressionPlan(t, "friedman", func(s *Spec) {
		s.Figures, s.Values["mu"], s.Values["score-ridge"] = AllFigures().Without(FigureDiagnostics), 0.1, 0.2
	})
	r := collect(p.Run(context.Background(), 1))[0]
	b := r.Get
	if !(b("bach_d") >= r.Get("df") && b("bach_d") <= 60) || !(b("bach_p") > 60) || !(b("squeak_size") > r.Get("d_eff")) {
		t.Fatalf("%+v, d_eff %v, df %v", r, r.Get("d_eff"), r.Get("df"))
	}
	if want := 25.0; math.Abs(b("squeak_risk")-want) > 1e-12 { // (1 + 2/(1−½))²
		t.Errorf("squeak_risk %v, want %v", b("squeak_risk"), want)
	}
	if !math.IsNaN(b("root_rate")) || !math.IsNaN(b("rff_error")) {
		t.Errorf("a method without m: %+v", r)
	}
}

// TestIterationsOverTolerance: an iterative solver takes more iterations for a smaller tolerance, and its
// residual is within the tolerance. The direct solver does not use the tolerance.
func TestIterationsOverTolerance(t *testing.T) {
	s := toySpec()
	s.Methods, s.Solver, s.Figures = []string{"plain"}, trial.SolverPCG, Figures{FigureRegression}
	s.Over = []Axis{{"tolerance", []float64{1e-2, 1e-5, 1e-10}}}
	p, err := Prepare(s, toyMethods(), NewStore(generator(t, "friedman")))
	if err != nil {
		t.Fatal(err)
	}
	before := 0.0
	for i, r := range collect(p.Run(context.Background(), 2)) {
		if r.Failure != "" || r.Params["tolerance"] != s.Over[0].Values[i] ||
			r.Get("solver_residual") > r.Params["tolerance"] || r.Get("solver_iterations") <= before {
			t.Errorf("tolerance %v: %+v", s.Over[0].Values[i], r)
		}
		before = r.Get("solver_iterations")
	}
	s.Solver = ""
	var spec *SpecError
	if _, err := Prepare(s, toyMethods(), NewStore(generator(t, "friedman"))); !errors.As(err, &spec) {
		t.Errorf("the direct solver's tolerance is swept: %v", err)
	}
}

// TestSingularK: where K + μI is singular and K̃ + μI is not, the row has the regression on K̃, no figures of exact
// regression, and the reason.
func TestSingularK(t *testing.T) {
	s := DefaultSpec(40)
	s.Methods, s.Kernel, s.Test, s.Figures = []string{"toy"}, "polynomial", 0.2, Figures{FigureRegression, FigureExact}
	s.Assignment = s.WithAll(model.Values{"gamma": 1000, "mu": 1e-9})
	p := prepare(t, s)
	for r := range p.Run(t.Context(), 1) {
		if r.Failure != "" || math.IsNaN(r.Get("rmse_test")) || !math.IsNaN(r.Get("rmse_test_exact")) ||
			len(r.Warnings) != 2 || !strings.Contains(r.Warnings[1].Text, "singular") {
			t.Errorf("failure %q, %v on K̃, %v on K, %v", r.Failure, r.Get("rmse_test"), r.Get("rmse_test_exact"), r.Warnings)
		}
	}
}
