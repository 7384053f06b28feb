package tune

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// sequences describes a kernel matrix and a truth in the eigenbasis of the matrix. As with periodic
// kernels, the eigenvalues n·values come in pairs. The coordinates of a pair are √n·(x, −x): the mean of the
// truth is then 0, and centring does not change it.
type sequences struct {
	n      int
	values []float64 // of K/n, one a pair
	x      []float64
}

// decaying returns sequences with the eigenvalues μᵢ and the squared coordinates νᵢ of Bach's table.
func decaying(n int, mu, nu func(i float64) float64) sequences {
	s := sequences{n: n}
	for i := 1; 2*i <= n; i++ {
		s.values = append(s.values, mu(float64(i)))
		s.x = append(s.x, math.Sqrt(nu(float64(i))))
	}
	return s
}

// spline is Bach's simulation: the periodic kernel on an even grid, whose
// eigenvalues are those of a circulant matrix with all aliases, and the truth
// Σ 2·i^(−δ)·cos 2πix, δ = 8.
func spline(n int, beta float64) sequences {
	s := sequences{n: n}
	for m := 1; 2*m < n; m++ {
		value := math.Pow(float64(m), -2*beta)
		for k := 1; k <= 100; k++ {
			value += math.Pow(float64(k*n+m), -2*beta) + math.Pow(float64(k*n-m), -2*beta)
		}
		s.values = append(s.values, value)
		s.x = append(s.x, math.Pow(float64(m), -8))
	}
	return s
}

type optimum struct{ n, lambda, risk, d float64 }

// at returns the risk and the degrees of freedom for unit noise, by the closed forms.
func (s sequences) at(lambda float64) optimum {
	o := optimum{n: float64(s.n), lambda: lambda}
	for i := len(s.values) - 1; i >= 0; i-- {
		share := 1 / (s.values[i] + lambda)
		kept, lost := s.values[i]*share, lambda*share*s.x[i]
		o.d += 2 * kept
		o.risk += 2 * (lost*lost + kept*kept/float64(s.n))
	}
	return o
}

// optimal minimises the risk by a grid in log λ, followed by golden section around its
// best value.
func (s sequences) optimal() optimum {
	best := s.at(1)
	for x := 0.0; x > -60; x-- {
		if o := s.at(math.Exp(x)); o.risk < best.risk {
			best = o
		}
	}
	lo, hi := math.Log(best.lambda)-1, math.Log(best.lambda)+1
	const golden = 0.6180339887498949
	for range 24 {
		a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
		if s.at(math.Exp(a)).risk < s.at(math.Exp(b)).risk {
			hi = b
		} else {
			lo = a
		}
	}
	return s.at(math.Exp(lo))
}

// learned returns the same as at, computed by the regression on a K that consists of n groups of one row.
func (s sequences) learned(t *testing.T, lambda float64) optimum {
	t.Helper()
	d := &model.Decomposition{N: 2 * len(s.values)}
	n := float64(s.n)
	var z []float64
	for i, v := range s.values {
		for sign := -1.0; sign <= 1; sign += 2 {
			g := model.EigenGroup{Rows: []int{len(z)}}
			if v > 0 {
				g.Values, g.Q = []float64{n * v}, mat.NewDense(1, 1, []float64{1})
			}
			d.Groups = append(d.Groups, g)
			z = append(z, sign*math.Sqrt(n)*s.x[i])
		}
	}
	fit, err := learn.NewRidge(d, z).At(n * lambda)
	if err != nil {
		t.Fatal(err)
	}
	return optimum{n, lambda, fit.Risk(z, 1).Total() * float64(len(z)) / n, fit.DF} // a mean over n rows
}

func power(exponent float64) func(float64) float64 {
	return func(i float64) float64 { return math.Pow(i, -exponent) }
}

func exponential(rate float64) func(float64) float64 {
	return func(i float64) float64 { return math.Exp(-rate * i) }
}

// slope returns the slope of log y over log n.
func slope(from, to optimum, y func(optimum) float64) float64 {
	return math.Log(y(to)/y(from)) / math.Log(to.n/from.n)
}

func lambdaOf(o optimum) float64  { return o.lambda }
func riskOf(o optimum) float64    { return o.risk }
func degreesOf(o optimum) float64 { return o.d }

// within fails if a number is not within band of want.
func within(t *testing.T, what string, got, want, band float64) {
	t.Helper()
	t.Logf("%-50s %8.4f (%.4f ± %g)", what, got, want, band)
	if !(math.Abs(got-want) <= band) {
		t.Errorf("%s is %.4f, want %.4f ± %g", what, got, want, band)
	}
}

// TestSplineFigures compares with numbers for Bach's splines (2013) that another program
// computed.
func TestSplineFigures(t *testing.T) {
	for _, c := range []struct{ beta, lambda, risk, d, slopeLambda, slopeRisk, slopeD float64 }{
		{1, 4.54e-2, 1.622e-2, 13.74, -0.411, -0.780, 0.216},
		{4, 1.10e-2, 4.344e-3, 2.53, -0.392, -0.911, 0.075},
		{8, 1.95e-3, 3.929e-3, 2.01, -0.999, -0.956, 0.044},
	} {
		o := spline(512, c.beta).optimal()
		within(t, "λ at n = 512, relative", o.lambda/c.lambda, 1, 0.005)
		within(t, "risk, relative", o.risk/c.risk, 1, 0.0005)
		within(t, "d, relative", o.d/c.d, 1, 0.002)
		from, to := spline(1024, c.beta).optimal(), spline(8192, c.beta).optimal()
		within(t, "slope of λ", slope(from, to, lambdaOf), c.slopeLambda, 0.002)
		within(t, "slope of the risk", slope(from, to, riskOf), c.slopeRisk, 0.001)
		within(t, "slope of d", slope(from, to, degreesOf), c.slopeD, 0.001)
	}
}

// TestClosedFormsAreTheRegression compares the closed forms, which the two tests above use, with the
// regression.
func TestClosedFormsAreTheRegression(t *testing.T) {
	for _, s := range []sequences{
		decaying(1000, power(2), power(16)), decaying(1000, power(3), power(4)),
		decaying(1000, exponential(0.2), exponential(2)),
		spline(513, 1), spline(513, 8),
	} {
		for _, lambda := range []float64{s.optimal().lambda, 1e-6, 10} {
			want, got := s.at(lambda), s.learned(t, lambda)
			within(t, "risk, relative", got.risk/want.risk, 1, 1e-12)
			within(t, "d, relative", got.d/want.d, 1, 1e-12)
		}
	}
}
