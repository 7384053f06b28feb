package cluster

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// uniform is SplitMix64's output for the state k, in [0, 1), as golden.py has it.
func uniform(k uint64) float64 {
	z := k + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return float64(z>>11) * 0x1p-53
}

// blobs returns n points of d coordinates in the given number of round clusters.
func blobs(n, d, clusters int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			k := uint64(i*d + j)
			noise := math.Sqrt(-2*math.Log(1-uniform(2*k))) * math.Cos(2*math.Pi*uniform(2*k+1))
			x.Set(i, j, 20*uniform(1e9+uint64(i%clusters*d+j))+noise)
		}
	}
	return x
}

// A context that ends is looked at between tiles.
func TestTilesEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := blobs(kmeansSample+1, 2, 3)
	zero := make([]float64, 2)
	if _, _, err := toCentres(ctx, x, zero, linalg.Rows(x, []int{0, 1})); !errors.Is(err, context.Canceled) {
		t.Errorf("toCentres: %v", err)
	}
}
