package linalg

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// The references below are made with 120 bits from power series, and share
// nothing with the kernels.

const precision = 120

func exact(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

var points = flag.Int("points", 2e4, "try functions at so many arguments, e.g. 1000000")

// tried is how many arguments a function is tried at.
func tried() int {
	if slowly {
		return *points / 10
	}
	return *points
}

// series is Σ termₖ, of which each is the last one times x/(a·b) for the next factors,
// until it is below what is asked.
func series(first, x *big.Float, factor func(k int) float64) *big.Float {
	sum, term := new(big.Float).SetPrec(precision).Set(first), new(big.Float).SetPrec(precision).Set(first)
	for k := 1; term.Sign() != 0 && term.MantExp(nil) > -precision-8; k++ {
		term.Mul(term, x)
		term.Quo(term, exact(factor(k)))
		sum.Add(sum, term)
	}
	return sum
}

// trueExp is e^x: of x/2¹⁴ by its series, then squared.
func trueExp(x float64) *big.Float {
	small := exact(x)
	small.SetMantExp(small, -14)
	y := series(exact(1), small, func(k int) float64 { return float64(k) })
	for range 14 {
		y.Mul(y, y)
	}
	return y
}

// trueSinCos are sine and cosine, of x less a multiple of π/2 by their series.
func trueSinCos(x float64) (sin, cos *big.Float) {
	const halfPi = "1.570796326794896619231321691639751442098584699687552910487472296153908203143104499314"
	quarter, _, _ := big.ParseFloat(halfPi, 10, 240, big.ToNearestEven)
	n := math.Round(x / (math.Pi / 2))
	rest := new(big.Float).SetPrec(240).SetFloat64(x)
	rest.Sub(rest, new(big.Float).SetPrec(240).Mul(quarter, exact(n)))
	rest.SetPrec(precision)
	minus := new(big.Float).SetPrec(precision).Mul(rest, rest)
	minus.Neg(minus)
	sin = series(rest, minus, func(k int) float64 { return float64(2*k) * float64(2*k+1) })
	cos = series(exact(1), minus, func(k int) float64 { return float64(2*k-1) * float64(2*k) })
	switch int(math.Mod(math.Mod(n, 4)+4, 4)) {
	case 1:
		return cos, sin.Neg(sin)
	case 2:
		return sin.Neg(sin), cos.Neg(cos)
	case 3:
		return cos.Neg(cos), sin
	}
	return sin, cos
}

// units is how far got is from want in units of the last place of want.
func units(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	if math.IsInf(w, 0) || w == 0 {
		if got == w {
			return 0
		}
		return math.Inf(1)
	}
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	if math.IsInf(unit, 0) {
		unit = 0x1p971
	}
	d := new(big.Float).Sub(exact(got), want)
	d.Quo(d, exact(unit))
	f, _ := d.Float64()
	return math.Abs(f)
}

func TestExpWithinOneUnit(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	var x []float64
	for range tried() / 3 {
		x = append(x, rng.Float64()*1460-747, rng.NormFloat64(), -rng.ExpFloat64()*10)
	}
	for at := -745.2; at < -707; at += 0.05 { // subnormal
		x = append(x, at)
	}
	for n := range 60 { // next to where n changes
		edge := (float64(n-30) + 0.5) * math.Ln2
		x = append(x, edge, math.Nextafter(edge, 0), math.Nextafter(edge, 100), math.Ldexp(1, -n), -math.Ldexp(1, -n))
	}
	x = append(x, 709.78271289338397, 709.782712893384, 709.79, -745.1332191019411, -745.13321910194122, -745.2, 0)
	truth := make([]*big.Float, len(x))
	for j, v := range x {
		truth[j] = trueExp(v)
	}
	each(t, func(t *testing.T, i Implementation) {
		got := make([]float64, len(x))
		ExpScaled(got, x, 1)
		worst, at := 0.0, 0.0
		for j, y := range got {
			if e := units(y, truth[j]); e > worst {
				worst, at = e, x[j]
			}
		}
		t.Logf("off by up to %.3f units, at %v", worst, at)
		if worst > 1 {
			t.Errorf("off by %v units at %v", worst, at)
		}
	})
}

func TestSinCosWithinOneUnit(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	var x []float64
	for range tried() / 15 {
		x = append(x, (rng.Float64()*2-1)*1e5, rng.NormFloat64()*3, (rng.Float64()*2-1)*100)
	}
	for n := range 2000 { // next to the zeros
		zero := float64(n*31-31000) * (math.Pi / 2)
		x = append(x, zero, math.Nextafter(zero, math.Inf(1)), math.Ldexp(1, -n))
	}
	x = append(x, far, -far, 0)
	sines, cosines := make([]*big.Float, len(x)), make([]*big.Float, len(x))
	for j, v := range x {
		sines[j], cosines[j] = trueSinCos(v)
	}
	each(t, func(t *testing.T, i Implementation) {
		if i.on.lanes == 1 {
			t.Skip("math.Sincos is right within more than that")
		}
		sin, cos := make([]float64, len(x)), make([]float64, len(x))
		SinCos(sin, cos, x)
		worst, at := 0.0, 0.0
		for j := range x {
			if e := max(units(sin[j], sines[j]), units(cos[j], cosines[j])); e > worst {
				worst, at = e, x[j]
			}
		}
		t.Logf("off by up to %.3f units, at %v", worst, at)
		if worst > 1 {
			t.Errorf("off by %v units at %v", worst, at)
		}
	})
}

// TestFunctionsAtTheEdges checks values that are not finite or very large, scales and roots, lengths that are
// not multiples of a vector register, and results in place of the argument.
func TestFunctionsAtTheEdges(t *testing.T) {
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	each(t, func(t *testing.T, i Implementation) {
		inf, nan := math.Inf(1), math.NaN()
		x := []float64{inf, -inf, nan, math.Copysign(0, -1), 1e300, -1e300, 5e-324, math.MaxFloat64, -math.MaxFloat64}
		got := make([]float64, len(x))
		ExpScaled(got, x, 1)
		if want := []float64{inf, 0, nan, 1, inf, 0, 1, inf, 0}; !slices.EqualFunc(got, want, same) {
			t.Errorf("e^%v = %v", x, got)
		}
		ExpRoot(got[:3], []float64{-1, inf, 0}, -2)
		if !slices.EqualFunc(got[:3], []float64{nan, 0, 1}, same) {
			t.Errorf("e^(-2√x) = %v at -1, ∞ and 0", got[:3])
		}
		x = []float64{1, inf, -inf, nan, 1e22, -1e5, 2e5, 1e300}
		sin, cos := make([]float64, len(x)), make([]float64, len(x))
		SinCos(sin, cos, x)
		for j, v := range x {
			s, c := math.Sincos(v)
			if !(math.Abs(sin[j]-s) < 1e-14 && math.Abs(cos[j]-c) < 1e-14) &&
				!(math.IsNaN(s) && math.IsNaN(sin[j]) && math.IsNaN(cos[j])) {
				t.Errorf("sine and cosine of %v are %v and %v, want %v and %v", v, sin[j], cos[j], s, c)
			}
		}
		rng := rand.New(rand.NewPCG(25, 26))
		for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 511, 512, 513, 1027, 2*chunk + 3} {
			x := make([]float64, n)
			for j := range x {
				x[j] = rng.ExpFloat64() * 5
			}
			scaled, root, place := make([]float64, n+1), make([]float64, n+1), slices.Clone(x)
			scaled[n], root[n] = guard, guard
			ExpScaled(scaled[:n], x, -0.7)
			ExpRoot(root[:n], x, -0.7)
			ExpScaled(place, place, -0.7)
			linear, quadratic := slices.Clone(x), slices.Clone(x)
			QuadraticExpRoot(linear, 0.7, 0)
			QuadraticExpRoot(quadratic, 0.7, 3)
			sin, cos := slices.Clone(x), make([]float64, n)
			SinCos(sin, cos, sin)
			for j, v := range x {
				near := func(got, want float64) {
					t.Helper()
					if !(math.Abs(got-want) <= 4e-16*max(1, math.Abs(want))) {
						t.Fatalf("%d entries: %v at entry %d, want %v", n, got, j, want)
					}
				}
				near(scaled[j], math.Exp(-0.7*v))
				near(root[j], math.Exp(-0.7*math.Sqrt(v)))
				near(place[j], scaled[j])
				a := 0.7 * math.Sqrt(v)
				near(linear[j], (1+a)*math.Exp(-a))
				near(quadratic[j], (1+a+a*a/3)*math.Exp(-a))
				s, c := math.Sincos(v)
				near(sin[j], s)
				near(cos[j], c)
			}
			if scaled[n] != guard || root[n] != guard {
				t.Fatalf("%d entries: something was written behind them", n)
			}
		}
	})
}

// TestFunctionsSameBits checks that all instruction sets give the same bits, but for that in Go.
func TestFunctionsSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 28))
	x := make([]float64, 5000)
	for j := range x {
		x[j] = rng.NormFloat64() * 300
	}
	all := map[bool][]float64{} // by whether it is in Go
	for _, set := range sets() {
		use(t, Implementation{on: set})
		got := make([]float64, 3*len(x))
		ExpScaled(got[:len(x)], x, -0.1)
		SinCos(got[len(x):2*len(x)], got[2*len(x):], x)
		want, ok := all[set.lanes == 1]
		if !ok {
			all[set.lanes == 1] = got
		} else if !slices.Equal(got, want) {
			t.Errorf("%s differs", set.name)
		}
	}
}
