package approx

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// mustRand panics for a nil generator: a silent fall-back would make results
// that no seed reproduces.
func mustRand(rng *rand.Rand) {
	if rng == nil {
		panic("approx: Fit needs a random generator, got nil")
	}
}

// atLeastOne panics for a parameter below 1, which its descriptor rules out.
func atLeastOne(name string, v int) {
	if v < 1 {
		panic(fmt.Sprintf("approx: %s = %d, want at least 1", name, v))
	}
}

// atMost clamps the parameter called name to a limit, with a warning that
// carries both figures and the remedy.
func atMost(name string, v, limit int, limitName string, warnings *[]string) int {
	atLeastOne(name, v)
	if v > limit {
		*warnings = append(*warnings, fmt.Sprintf("%s = %d is above %s = %d, which was used: lower %s", name, v, limitName, limit, name))
	}
	return min(v, limit)
}

// truncation is the target rank as an index limit: 0 stays 0, no truncation.
func truncation(k, m int, warnings *[]string) int {
	if k == 0 {
		return 0
	}
	return atMost("rank", k, m, "m", warnings)
}

// checkFinite says in a typed error that the kernel overflows: a polynomial
// of high degree does on data that are not standardised.
func checkFinite(k *mat.Dense) error {
	rows, _ := k.Dims()
	for i := range rows {
		row := vector(k.RawRowView(i))
		if squares := blas64.Dot(row, row); !math.IsNaN(squares) && !math.IsInf(squares, 0) {
			continue
		}
		for _, v := range row.Data { // finite ones, too, may have squares that are not
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &model.DegenerateError{What: "an entry of the kernel matrix", Value: v}
			}
		}
	}
	return nil
}
