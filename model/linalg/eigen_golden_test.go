package linalg

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"
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
