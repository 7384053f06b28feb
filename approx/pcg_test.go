package approx

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// spectrum are the eigenvalues, ascending.
func spectrum(t *testing.T, a *mat.SymDense) []float64 {
	t.Helper()
	var eig mat.EigenSym
	if !eig.Factorize(a, false) {
		t.Fatal("no eigenvalues")
	}
	return eig.Values(nil)
}
