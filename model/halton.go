package model

import (
	"math/big"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Halton fills dst, n×d, with points of the unit cube: coordinate j of point i has the digits of i in the j-th
// prime base in reverse order, after the point (Halton 1960).
//
// A generator randomises them, so that each point is uniform: in each coordinate and at each place, the digits
// are permuted at random, for as many places as tell the n points apart, and each point is uniform within the
// cell that these digits name. (This is the simplest of Owen's scramblings, 2017, where the permutation of a
// digit does not depend on the digits before.) For integrands of few dimensions, means of n points then have
// errors of nearly 1/n. In many dimensions the bases are large, and without a generator, where points are those
// of i = 1 to n, coordinates of large bases rise together: do not use that above about ten dimensions.
//
// Coordinates are above 0 and below 1.
func Halton(dst *mat.Dense, rng *rand.Rand) {
	n, d := dst.Dims()
	first, within, permutation := 1, func() float64 { return 0 }, func(b int) []int { return linalg.Sequence(0, b) }
	if rng != nil {
		first, within, permutation = 0, rng.Float64, rng.Perm
	}
	for j, b := range primes(d) {
		var digits [][]int
		for cells := 1; cells < first+n; cells *= b {
			digits = append(digits, permutation(b))
		}
		for i := range n {
			v := radicalInverse(first+i, digits, within())
			dst.Set(i, j, min(max(v, 0x1p-64), 1-0x1p-53))
		}
	}
}

// radicalInverse returns the number in [0, 1) whose k-th digit after the point is digits[k][a], for the k-th
// digit a of i from the end and the base len(digits[k]). within, in [0, 1), is its place between the number of
// these digits and the next one.
func radicalInverse(i int, digits [][]int, within float64) float64 {
	v, cell := 0.0, 1.0
	for _, digit := range digits {
		b := len(digit)
		cell /= float64(b)
		v += float64(digit[i%b]) * cell
		i /= b
	}
	return v + within*cell
}

// primes returns the first count primes.
func primes(count int) (found []int) {
	for v := int64(2); len(found) < count; v++ {
		if big.NewInt(v).ProbablyPrime(0) { // which is certain below 2⁶⁴
			found = append(found, int(v))
		}
	}
	return found
}
