package linalg

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The matrices of testdata/eigenvalues.py, of order 120.
var golden = map[string]func(i, j, n int, rng *rand.Rand) float64{
	"gaussian kernel": structured["gaussian kernel"],
	"laplacian kernel": func(i, j, n int, rng *rand.Rand) float64 {
		return math.Exp(-4 * math.Abs(float64(i-j)) / float64(n))
	},
	"residues": func(i, j, n int, rng *rand.Rand) float64 { return float64((i+1)*(j+1)%31 - 15) },
	"graded": func(i, j, n int, rng *rand.Rand) float64 {
		return math.Pow(10, -float64((i+j)/8)) * float64((i*j)%7-3)
	},
}

func TestEigenvaluesAgainstNumPy(t *testing.T) {
	text, err := os.ReadFile("testdata/eigenvalues.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][]float64
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for name, entry := range golden {
		t.Run(name, func(t *testing.T) {
			const n = 120
			if len(want[name]) != n {
				t.Fatalf("%d golden values, want %d", len(want[name]), n)
			}
			a := build(n, nil, entry)
			values, _, err := Eigen(context.Background(), clone(a))
			if err != nil {
				t.Fatal(err)
			}
			checkValues(t, values, want[name], n)
			if values, err = Eigenvalues(context.Background(), a); err != nil {
				t.Fatal(err)
			}
			checkValues(t, values, want[name], n)
		})
	}
}

// A matrix of numerically low rank deflates in nearly every column; what is neglected
// each time must not add up.
func TestEigenKeepsLowRankMatrices(t *testing.T) {
	const n = 300
	x := Gaussian(n, 3, rand.New(rand.NewPCG(1, 2)))
	a := build(n, nil, func(i, j, n int, _ *rand.Rand) float64 {
		square := 0.0
		for c := range 3 {
			d := x.At(i, c) - x.At(j, c)
			square += d * d
		}
		return math.Exp(-0.05 * square)
	})
	values, v, err := Eigen(context.Background(), clone(a))
	if err != nil {
		t.Fatal(err)
	}
	var scaled, product mat.Dense
	scaled.Mul(v, mat.NewDiagDense(n, values))
	product.Mul(&scaled, v.T())
	product.Sub(&product, a)
	if res := mat.Norm(&product, 2) / mat.Norm(a, 2); !(res < 3e-15) {
		t.Errorf("‖VΛVᵀ−A‖ = %g·‖A‖", res)
	}
}
