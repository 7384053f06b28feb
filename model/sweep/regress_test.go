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

func (w wholeKernel) Rank() int        { return w.k.SymmetricDim() }
func (w wholeKernel) Landmarks() []int { return identity(w.Rank()) }
func (w wholeKernel) Bytes() int64     { return 8 }
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

// exactly is a method with K̃ = K that counts how often it fits.
type exactly struct{ fits *atomic.Int64 }

func (exactly) Params() []model.Param { return nil }
func (e exactly) Fit(ctx context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	e.fits.Add(1)
	k := mat.NewDense(g.N(), g.N(), nil)
	g.Block(k, nil, nil)
	return wholeKernel{k: mat.NewSymDense(g.N(), k.RawMatrix().Data), x: g.X(), f: g.Kernel()}, nil
}

func regressionPlan(t *testing.T, set string, change func(*Spec)) (*Plan, *atomic.Int64) {
	t.Helper()
	fits := new(atomic.Int64)
	methods := []model.Method{{Name: "exactly", Doc: "K itself", Ref: "none", Cost: "n²", New: func() model.Fitter { return exactly{fits} }}}
	s := DefaultSpec(60)
	s.Methods, s.Test, s.Width = []string{"exactly"}, 0.25, s.Width.WithGamma(1)
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
		if fits.Load() != 1 && solver != trial.SolverASkotch { // which fits to blocks
			t.Errorf("%d fits for three ridges", fits.Load())
		}
		for i, r := range rows {
			g := r.Regression
			if r.Failure != "" || g == nil || r.Mu != p.Spec.Over[0].Values[i] {
				t.Fatalf("row %+v", r)
			}
			if trial.WithK(solver) {
				checkWithK(t, r, solver)
				continue
			}
			if steps := math.IsNaN(g.Iterations); steps != (solver == trial.SolverDirect) || steps != math.IsNaN(g.Residual) {
				t.Errorf("%s: %v iterations to a residual of %v", solver, g.Iterations, g.Residual)
			}
			if !(math.Abs(g.RiskRatio-1) < 1e-9) || !(g.KRRError < 1e-12) || !(math.Abs(g.RMSETest/g.RMSETestExact-1) < 1e-6) {
				t.Errorf("%s at μ = %v: %+v", solver, r.Mu, *g)
			}
			if !(g.Bias > 0 && g.Variance > 0 && g.DF > 0 && g.DF < 60 && g.GCV > 0 && g.LOO > 0 && g.RMSETrain > 0 && g.R2Test < 1) {
				t.Errorf("%s at μ = %v: %+v", solver, r.Mu, *g)
			}
		}
		// A larger ridge fits less, with less variance.
		if !trial.WithK(solver) && !(rows[0].Regression.DF > rows[1].Regression.DF && rows[0].Regression.Bias < rows[2].Regression.Bias && rows[0].Regression.Variance > rows[2].Regression.Variance) {
			t.Errorf("%s: %+v to %+v", solver, *rows[0].Regression, *rows[2].Regression)
		}
	}
}

// checkWithK checks that the regression by a solver that uses K itself is the exact one. It has no figures
// that need K̃'s hat matrix.
func checkWithK(t *testing.T, r Result, solver string) {
	t.Helper()
	g := r.Regression
	if !(g.KRRError < 1e-12) || !(math.Abs(g.RMSETest/g.RMSETestExact-1) < 1e-6) || !(g.RiskExact > 0) || !(g.RMSETrain > 0 && g.R2Test < 1) {
		t.Errorf("%s, μ = %v: %+v", r.Method, r.Mu, *g)
	}
	for _, v := range []float64{g.Bias, g.Variance, g.Risk, g.RiskRatio, g.DF, g.GCV, g.LOO} {
		if !math.IsNaN(v) {
			t.Errorf("%s, μ = %v: a figure of K̃'s regression beside that of K: %+v", r.Method, r.Mu, *g)
		}
	}
	if !(g.Iterations > 0 && g.Residual < 1e-7) || r.Learner != "ridge by "+solver {
		t.Errorf("%s, μ = %v: %s, %v iterations to a residual of %v", r.Method, r.Mu, r.Learner, g.Iterations, g.Residual)
	}
}

// TestPCGInSweeps: pcg finds the exact regression with any preconditioner or none. A larger ridge
// takes fewer iterations, and a warning says that a ridge is too small.
func TestPCGInSweeps(t *testing.T) {
	s := DefaultSpec(300)
	s.Methods, s.Solver, s.Test, s.Figures = []string{"plain"}, trial.SolverPCG, 0.25, Figures{FigureRegression, FigureExact}
	s.Over = []Axis{{"mu", []float64{1e-9, 0.1, 10}}}
	p, err := Prepare(s, toyMethods(), NewStore(generator(t, "friedman")))
	if err != nil {
		t.Fatal(err)
	}
	rows := collect(p.Run(context.Background(), 2))
	for _, r := range rows[1:] {
		if r.Failure != "" || r.Regression == nil || strings.Contains(strings.Join(remedy.Texts(r.Warnings, remedy.Plain()), "; "), "pcg") {
			t.Fatalf("%+v", r)
		}
		checkWithK(t, r, trial.SolverPCG)
	}
	if !(rows[2].Regression.Iterations < rows[1].Regression.Iterations) {
		t.Errorf("%v iterations at μ = 0.1, %v at 10", rows[1].Regression.Iterations, rows[2].Regression.Iterations)
	}
	if w := strings.Join(remedy.Texts(rows[0].Warnings, remedy.Plain()), "; "); rows[0].Failure != "" || !strings.Contains(w, "pcg stopped after 500 iterations") {
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
			bias, variance := circleRisk(n, func(i float64) float64 { return math.Pow(i, -2*beta) }, func(i float64) float64 { return math.Pow(i, -delta) }, mu)
			for r := range p.Run(context.Background(), 1) {
				g := r.Regression
				for what, v := range map[string][2]float64{"bias": {g.Bias, bias}, "variance": {g.Variance, variance}, "risk": {g.Risk, bias + variance}, "exact risk": {g.RiskExact, bias + variance}} {
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
			bias, variance := circleRisk(n, func(i float64) float64 { return math.Exp(-rho * i) }, func(i float64) float64 { return math.Exp(-kappa * i / 2) }, mu)
			variance *= noise * noise
			for r := range p.Run(context.Background(), 1) {
				g := r.Regression
				if !(math.Abs(g.Bias-bias) <= 1e-9*bias && math.Abs(g.Variance-variance) <= 1e-9*variance) {
					t.Errorf("n = %d, μ = %v: bias %.12g and variance %.12g, in closed form %.12g and %.12g", n, mu, g.Bias, g.Variance, bias, variance)
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
	if g := r.Regression; !(math.Abs(g.RMSETest-want) < 1e-9) || !(math.Abs(g.R2Test-r2) < 1e-9) {
		t.Errorf("rmse %v and R² %v, by hand %v and %v", g.RMSETest, g.R2Test, want, r2)
	}
}

func TestClassification(t *testing.T) {
	for _, learner := range []string{"", trial.LearnLogistic, trial.LearnSVM} {
		p, _ := regressionPlan(t, "moons", func(s *Spec) { s.Learner, s.Values["mu"] = learner, 0.1 })
		r := collect(p.Run(context.Background(), 1))[0]
		if r.Failure != "" || r.Regression == nil || !(r.Regression.AccuracyTest >= 0.9 && r.Regression.AccuracyTest <= 1) {
			t.Fatalf("learner %q: %+v, %+v", learner, r, r.Regression)
		}
		if known := !math.IsNaN(r.Regression.LogLossTest); known != (learner != trial.LearnSVM) {
			t.Errorf("learner %q has the log loss %v", learner, r.Regression.LogLossTest)
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
		set, learner, solver, preconditioner, want string
	}{
		{"moons", trial.LearnRidge, "", "", "target is text"},
		{"moons", "", trial.SolverFalkon, "", "falkon solves ridge"},
		{"moons", "", trial.SolverKrill, "", "krill solves ridge"},
		{"moons", "", trial.SolverPCG, "", "pcg solves ridge"},
		{"friedman", "forest", "", "", "unknown learner"},
		{"friedman", "", "magic", "", "unknown solver"},
		{"moons", "", trial.SolverPCG, trial.PreconditionedByAFN, "pcg solves ridge"},
		{"friedman", "", trial.SolverPCG, "magic", "unknown preconditioner"},
		{"friedman", "", "", trial.PreconditionedByAFN, "afn is a preconditioner of pcg"},
		{"friedman", "", trial.SolverPCG, trial.PreconditionedByAFN, "plain has no m"},
	} {
		s := DefaultSpec(40)
		s.Methods, s.Learner, s.Solver, s.Preconditioner = []string{"plain"}, c.learner, c.solver, c.preconditioner
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
	g := r.Regression
	if g == nil || math.IsNaN(g.RMSETest) || math.IsNaN(g.Risk) { // the truth is known
		t.Fatalf("%+v", r)
	}
	for _, v := range []float64{g.KRRError, g.RMSETestExact, g.RiskExact, g.RiskRatio} {
		if !math.IsNaN(v) {
			t.Errorf("above the exact limit: %+v", *g)
		}
	}
}

func TestWithoutTestRows(t *testing.T) {
	p, _ := regressionPlan(t, "friedman", func(s *Spec) { s.Test = 0 })
	g := collect(p.Run(context.Background(), 1))[0].Regression
	if g == nil || !math.IsNaN(g.RMSETest) || !math.IsNaN(g.R2Test) || math.IsNaN(g.RMSETrain) || math.IsNaN(g.RiskRatio) {
		t.Errorf("%+v", g)
	}
}

func TestBoundsAreColumnsWhereAskedFor(t *testing.T) {
	p, _ := regressionPlan(t, "friedman", func(s *Spec) {
		s.Figures, s.Values["mu"], s.Values["score-ridge"] = AllFigures().Without(FigureDiagnostics), 0.1, 0.2
	})
	r := collect(p.Run(context.Background(), 1))[0]
	b := r.Bounds
	if b == nil || !(b.BachD >= r.Regression.DF && b.BachD <= 60) || !(b.BachColumns > 60) || !(b.SqueakSize > r.DEff) {
		t.Fatalf("%+v, d_eff %v, df %v", b, r.DEff, r.Regression.DF)
	}
	if want := 25.0; math.Abs(b.SqueakRisk-want) > 1e-12 { // (1 + 2/(1−½))²
		t.Errorf("squeak_risk %v, want %v", b.SqueakRisk, want)
	}
	if !math.IsNaN(b.RootRate) || !math.IsNaN(b.FourierError) {
		t.Errorf("a method without m: %+v", *b)
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
		if r.Failure != "" || r.Params["tolerance"] != s.Over[0].Values[i] || r.Regression.Residual > r.Params["tolerance"] || r.Regression.Iterations <= before {
			t.Errorf("tolerance %v: %+v", s.Over[0].Values[i], r.Regression)
		}
		before = r.Regression.Iterations
	}
	s.Solver = ""
	var spec *SpecError
	if _, err := Prepare(s, toyMethods(), NewStore(generator(t, "friedman"))); !errors.As(err, &spec) {
		t.Errorf("the direct solver's tolerance is swept: %v", err)
	}
}
