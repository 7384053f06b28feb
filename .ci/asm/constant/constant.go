// Package constant computes the constants of exponential, sine and cosine that the generators of all
// instruction sets write.
package constant

import (
	"math"
	"math/big"
)

// Taylor are ±1/k! for every second k from last down to first, positive for an even k/2:
// the coefficients of sine or cosine.
func Taylor(last, first int) []float64 {
	var out []float64
	for k := last; k >= first; k -= 2 {
		f := new(big.Float).SetInt(new(big.Int).MulRange(1, int64(k)))
		v, _ := f.Quo(big.NewFloat(1-2*float64(k/2%2)), f).Float64()
		out = append(out, v)
	}
	return out
}

// Interpolant are the coefficients, the highest first, of the polynomial q with the given
// number of them, an even one, for which 1 + r + r²·q is the best for e^r on |r| ≤ bound,
// but for terms beyond the first that is left out: its error has the form of a Chebyshev
// polynomial of r², of which the lowest zero is moved to 0.
func Interpolant(count int, bound float64) []float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	zero := func(j int) float64 { return math.Cos(float64(2*j+1) * math.Pi / float64(count+2)) }
	var nodes, slopes []*big.Float // slopes are divided differences
	for j := range count {
		r := number(bound * math.Sqrt((zero(j/2)+zero(0))/(1+zero(0))))
		if j%2 == 1 {
			r.Neg(r)
		}
		// (e^r-1-r)/r² is Σ r^k/(k+2)!.
		sum, term := number(0), number(0.5)
		for k := 3.0; k < 60; k++ {
			sum.Add(sum, term)
			term.Quo(term.Mul(term, r), number(k))
		}
		nodes, slopes = append(nodes, r), append(slopes, sum)
	}
	for order := 1; order < count; order++ {
		for j := count - 1; j >= order; j-- {
			slopes[j].Sub(slopes[j], slopes[j-1])
			slopes[j].Quo(slopes[j], number(0).Sub(nodes[j], nodes[j-order]))
		}
	}
	// Newton's form by powers: times (r - node), plus the next slope, from within.
	powers := make([]*big.Float, count) // the lowest first
	for j := range powers {
		powers[j] = number(0)
	}
	for j := count - 1; j >= 0; j-- {
		for k := count - 1; k >= 0; k-- {
			powers[k].Neg(powers[k].Mul(powers[k], nodes[j]))
			if k > 0 {
				powers[k].Add(powers[k], powers[k-1])
			}
		}
		powers[0].Add(powers[0], slopes[j])
	}
	out := make([]float64, count)
	for k, c := range powers {
		out[count-1-k], _ = c.Float64()
	}
	return out
}

const (
	Ln2 = "0.693147180559945309417232121458176568075500134360255254" +
		"12068000949339362196969471560586332699641868754200148102"
	Pi = "3.14159265358979323846264338327950288419716939937510582097" +
		"494459230781640628620899862803482534211706798214808651"
)

// Pieces are doubles whose sum is the number divided by divisor: each is what is
// left of it, to the given number of bits.
func Pieces(number string, divisor float64, bits ...uint) []float64 {
	x, _, err := big.ParseFloat(number, 10, 300, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	x.Quo(x, big.NewFloat(divisor))
	out := make([]float64, len(bits))
	for i, b := range bits {
		out[i], _ = new(big.Float).SetPrec(b).Set(x).Float64()
		x.Sub(x, big.NewFloat(out[i]))
	}
	return out
}

// Inverse is 1/x of a number, times factor, as the nearest double.
func Inverse(number string, factor float64) float64 {
	x, _, err := big.ParseFloat(number, 10, 300, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	v, _ := x.Quo(big.NewFloat(factor), x).Float64()
	return v
}
