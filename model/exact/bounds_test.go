package exact

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// goldenBounds has results of NumPy and SciPy, computed by testdata/model/golden_bounds.py.
type goldenBounds struct {
	Bach []struct {
		N                                  int
		D, Ridge, Diagonal, Delta, Columns float64
	}
	RFF []struct {
		Frequencies, Dims              int
		Spread, Diameter, Delta, Error float64
	}
	Risks []struct{ Gamma, Mu, Epsilon, Ratio float64 }
}

func loadGoldenBounds(t *testing.T) goldenBounds {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/model/golden_bounds.json")
	if err != nil {
		t.Fatal(err)
	}
	var g goldenBounds
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	if len(g.Bach)*len(g.RFF)*len(g.Risks) == 0 {
		t.Fatal("golden_bounds.json lacks a part")
	}
	return g
}

// probability returns the bound of Rahimi and Recht (NIPS 2007), Claim 1, on the probability of an error of
// epsilon or more. It is at most 1.
func probability(h, d int, spread, diameter, epsilon float64) float64 {
	rate := float64(h) / (4 * float64(d+2))
	return math.Exp(min(0, math.Log(256)+2*math.Log(spread*diameter/epsilon)-rate*epsilon*epsilon))
}

func TestBoundsAgainstSciPy(t *testing.T) {
	g := loadGoldenBounds(t)
	for _, c := range g.Bach {
		got := BachColumns(c.N, c.Ridge, c.D, c.Diagonal, c.Delta)
		near(t, "Bach's columns", got, c.Columns, 1e-12, 0)
	}
	near(t, "Bach's columns", g.Bach[0].Columns, 5.6e4, 0.05, 0)
	for _, c := range g.RFF {
		got := UniformError(c.Frequencies, c.Dims, c.Spread, c.Diameter, c.Delta)
		near(t, "the uniform error", got, c.Error, 1e-11, 0)
		near(t, "its probability", probability(c.Frequencies, c.Dims, c.Spread, c.Diameter, got), c.Delta, 1e-9, 0)
	}
	for _, c := range g.Risks {
		if bound := SqueakRiskFactor(c.Gamma, c.Mu, c.Epsilon); c.Ratio > bound {
			t.Errorf("the risk ratio %v exceeds the bound %v", c.Ratio, bound)
		}
	}
}

// TestSqueakNeedsTheSquare is the counter-example to Proposition 1 and Theorem 1
// (3) of the workshop paper as printed: one point, K = k = γε/(1−ε), an empty
// dictionary, no noise.
func TestSqueakNeedsTheSquare(t *testing.T) {
	for _, epsilon := range []float64{0.1, 0.3, 0.5, 0.8, 0.99} {
		for _, gamma := range []float64{0.1, 1, 7} {
			for _, mu := range []float64{0.01, 1, 30} {
				k := gamma * epsilon / (1 - epsilon)
				near(t, "ε(S) of the empty dictionary", k/(k+gamma), epsilon, 1e-12, 0)
				bias := func(k float64) float64 { return math.Pow(mu/(k+mu), 2) } // of the target 1
				ratio, printed := bias(0)/bias(k), 1+gamma/mu/(1-epsilon)
				near(t, "the ratio", ratio, math.Pow(1+epsilon*gamma/mu/(1-epsilon), 2), 1e-12, 0)
				if epsilon >= 0.5 && ratio <= printed {
					t.Errorf("ε = %v, γ = %v, μ = %v: the ratio %v is within the factor %v without the square", epsilon, gamma, mu,
						ratio, printed)
				}
				if bound := SqueakRiskFactor(gamma, mu, epsilon); ratio > bound {
					t.Errorf("ε = %v, γ = %v, μ = %v: the ratio %v exceeds the bound %v", epsilon, gamma, mu, ratio, bound)
				}
			}
		}
	}
}

func TestBoundsInTheLimit(t *testing.T) {
	bach := func(delta float64) float64 { return BachColumns(100, 1e-300, 100, 1e300, delta) }
	if p := bach(0.1); math.IsInf(p, 0) || p < 100*32/0.1 {
		t.Errorf("Bach's columns at the smallest ridge: %v", p)
	}
	if bach(0.1) <= bach(0.2) {
		t.Error("a smaller loss does not need more columns")
	}
	near(t, "δ and the factor", BachRiskFactor(BachDelta(0.01)), 1.01, 1e-15, 0)
	near(t, "SQUEAK's columns", SqueakColumns(20, 20), 3*20*20, 1e-15, 0)
	near(t, "the factor at γ = 0", SqueakRiskFactor(0, 1, 0.5), 1, 0, 0)
	near(t, "the factor at γ = μ, ε = 1/2", SqueakRiskFactor(2, 2, 0.5), 9, 1e-15, 0)
	if e := UniformError(100, 2, math.Inf(1), 1, 0.1); !math.IsInf(e, 1) {
		t.Errorf("an infinite spread promises the error %v", e)
	}
	if e := UniformError(100, 2, 1, 0, 0.1); e != 0 {
		t.Errorf("one point has the error %v", e)
	}
	for what, call := range map[string]func(){
		"δ = 0":          func() { bach(0) },
		"δ = 1":          func() { UniformError(100, 2, 1, 1, 1) },
		"ε = 1":          func() { SqueakRiskFactor(1, 1, 1) },
		"μ = 0":          func() { SqueakRiskFactor(1, 0, 0.5) },
		"no kernel":      func() { BachColumns(100, 1, 20, 0, 0.1) },
		"no frequencies": func() { UniformError(0, 2, 1, 1, 0.1) },
	} {
		mustPanic(t, what, call)
	}
}

// TestUniformErrorHolds draws features and checks all pairs of points: none exceeds the bound of probability ½,
// although one draw in two might.
func TestUniformErrorHolds(t *testing.T) {
	const n = 100
	for _, k := range []model.Kernel{gaussian(0.5), matern("32", 1), matern("52", 0.5)} {
		for _, d := range []int{1, 4} {
			x := randomPoints(n, d, 3)
			diameter := 0.0
			for i := range n {
				for j := range i {
					sum := 0.0
					for c := range d {
						sum += math.Pow(x.At(i, c)-x.At(j, c), 2)
					}
					diameter = math.Max(diameter, math.Sqrt(sum))
				}
			}
			for _, h := range []int{20, 200} {
				w := mat.NewDense(h, d, nil)
				k.(model.Spectral).Frequencies(w, rand.New(rand.NewPCG(uint64(h), 1)))
				f := model.Part{Frequencies: w, Width: 2 * h}.Features(k, x)
				var off mat.Dense
				off.Mul(f, f.T())
				off.Sub(&off, model.Cross(k, x, x))
				worst := 0.0
				for _, v := range off.RawMatrix().Data {
					worst = math.Max(worst, math.Abs(v))
				}
				bound := UniformError(h, d, k.(model.Spectral).FrequencySpread(d), diameter, 0.5)
				if !(worst < bound && bound < 20*worst) {
					t.Errorf("%s, d = %d, h = %d: the largest error is %v, the bound %v", k.Name(), d, h, worst, bound)
				}
			}
		}
	}
}

// TestMaximalDegrees compares with a computation that does not cancel, and with
// NumPy's numbers.
func TestMaximalDegrees(t *testing.T) {
	ctx := context.Background()
	five := referenceOn(t, mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4}), gaussian(0.5))
	d, known, err := five.MaximalDegrees(ctx, 0.1)
	if err != nil || !known {
		t.Fatal(known, err)
	}
	near(t, "d_max of five points", d, 4.5340308915, 1e-10, 0)
	for seed := range uint64(4) {
		r := referenceOn(t, randomPoints(60, 2, seed), gaussian(2))
		for _, ridge := range []float64{1e-6, 1e-2, 1, 100} {
			d, known, err := r.MaximalDegrees(ctx, ridge)
			if err != nil || !known {
				t.Fatal(known, err)
			}
			near(t, "d_max", d, pairsOf(t, r).largestScore(60, ridge), 1e-8, 0)
			dEff, err := r.EffectiveDimension(ctx, ridge)
			if err != nil {
				t.Fatal(err)
			}
			if d < dEff.Value*(1-1e-9) || d > 60 {
				t.Errorf("d_max = %v is outside [d_eff, n] = [%v, 60]", d, dEff.Value)
			}
		}
	}
}

func TestMaximalDegreesWhereThereAreNone(t *testing.T) {
	ctx := context.Background()
	g := model.NewGram(model.NewPoints(randomPoints(50, 2, 1), model.SquaredEuclidean), gaussian(1))
	sampled, err := NewReference(g, false, [2]uint64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	if d, known, err := sampled.MaximalDegrees(ctx, 1); d != 0 || known || err != nil {
		t.Errorf("above the exact limit: %v, known %v, %v", d, known, err)
	}
	equal := referenceOn(t, mat.NewDense(40, 1, nil), gaussian(1))
	_, known, err := equal.MaximalDegrees(ctx, 1e-20)
	var singular *model.SingularError
	if known || !errors.As(err, &singular) || singular.Mu != 1e-20 {
		t.Errorf("a singular matrix: known %v, %v", known, err)
	}
	mustPanic(t, "a ridge of 0", func() { _, _, _ = equal.MaximalDegrees(ctx, 0) })
}

// TestOneFactorisationForBoth: if not all eigenvalues are computed, d_eff and d_max come from the same
// factor, in whichever order they are requested. With a cancelled context there is a result only if
// nothing must be computed.
func TestOneFactorisationForBoth(t *testing.T) {
	r := referenceOn(t, randomPoints(entireForTests+1, 2, 1), gaussian(1))
	r.entire = entireForTests
	dead, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := r.MaximalDegrees(dead, 0.5); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v", err)
	}
	dEff, err := r.EffectiveDimension(context.Background(), 0.5)
	if err != nil {
		t.Fatal(err)
	}
	dMax, known, err := r.MaximalDegrees(dead, 0.5)
	if err != nil || !known || dMax < dEff.Value {
		t.Errorf("after d_eff = %v: d_max = %v, known %v, %v", dEff.Value, dMax, known, err)
	}
	if _, _, err := r.MaximalDegrees(dead, 0.25); !errors.Is(err, context.Canceled) {
		t.Errorf("another ridge is answered from the cache: %v", err)
	}
}
