//go:build long

package tune

import (
	"math"
	"testing"
)

// TestOptimalRidges is the six-row table of Bach's slides. For each pair of decay laws it has the dependence
// on n of the best ridge, its risk and its degrees of freedom.
func TestOptimalRidges(t *testing.T) {
	const beta, delta, rho = 1.0, 2.0, 0.2
	between := func(n int, mu, nu func(float64) float64) (from, to optimum) {
		return decaying(n, mu, nu).optimal(), decaying(8*n, mu, nu).optimal()
	}

	from, to := between(1<<16, power(2*beta), power(16)) // 2δ > 4β+1
	within(t, "row 1: λ", slope(from, to, lambdaOf), -1/(2+1/(2*beta)), 0.01)
	within(t, "row 1: risk", slope(from, to, riskOf), 1/(4*beta+1)-1, 0.01)
	within(t, "row 1: d", slope(from, to, degreesOf), 1/(4*beta+1), 0.01)

	from, to = between(1<<16, power(3), power(2*delta)) // β = 1.5, 2δ < 4β+1
	within(t, "row 2: λ", slope(from, to, lambdaOf), -1.5/delta, 0.01)
	within(t, "row 2: risk", slope(from, to, riskOf), 1/(2*delta)-1, 0.01)
	within(t, "row 2: d", slope(from, to, degreesOf), 1/(2*delta), 0.01)

	from, to = between(1<<16, power(2*beta), exponential(1))
	within(t, "row 3: λ", slope(from, to, lambdaOf), -1/(2+1/(2*beta)), 0.02)
	within(t, "row 3: risk", slope(from, to, riskOf), 1/(4*beta+1)-1, 0.02)
	within(t, "row 3: d", slope(from, to, degreesOf), 1/(4*beta+1), 0.02)

	from, to = between(1<<13, exponential(rho), power(2)) // δ = 1: λ = exp(−c·n^½)
	within(t, "row 4: log 1/λ", slope(from, to, func(o optimum) float64 { return -math.Log(o.lambda) }), 0.5, 0.02)
	within(t, "row 4: risk", slope(from, to, riskOf), -0.5, 0.03)
	within(t, "row 4: d", slope(from, to, degreesOf), 0.5, 0.02)

	// If λ = n^(−e), the degrees of freedom, and n times the risk, increase by 2e/ρ
	// with every unit of log n, because each eigenvalue occurs twice.
	for _, c := range []struct {
		what            string
		kappa, exponent float64
	}{{"row 5 (κ > 2ρ)", 2, 0.5}, {"row 6 (κ < 2ρ)", 0.3, rho / 0.3}} {
		from, to = between(1<<16, exponential(rho), exponential(c.kappa))
		within(t, c.what+": λ", slope(from, to, lambdaOf), -c.exponent, 0.01)
		within(t, c.what+": n·risk per log n", (to.n*to.risk-from.n*from.risk)/math.Log(8), 2*c.exponent/rho, 0.1)
		within(t, c.what+": d per log n", (to.d-from.d)/math.Log(8), 2*c.exponent/rho, 0.1)
	}
}
