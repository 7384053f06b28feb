package form

import (
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// single returns x as a matrix of one column.
func single(x []float64) blas64.General {
	return blas64.General{Rows: len(x), Cols: 1, Stride: 1, Data: x}
}

func checkLength(what string, got, want int) {
	if got != want {
		panic(fmt.Sprintf("form: %s with a vector of length %d, want %d", what, got, want))
	}
}

func checkSolve(dst, y []float64, mu float64, n int) {
	checkLength("SolveTo", len(dst), n)
	checkLength("SolveTo", len(y), n)
	if !(mu > 0) {
		panic(fmt.Sprintf("form: SolveTo with mu = %v, want above 0", mu))
	}
}

func checkMul(dst, x *mat.Dense, n int) {
	r, b := x.Dims()
	dr, db := dst.Dims()
	if r != n || dr != n || db != b {
		panic(fmt.Sprintf("form: MulTo of a %d×%d into a %d×%d matrix, want %d rows and equal columns", r, b, dr, db, n))
	}
}

func checkBlock(dst *mat.Dense, rows, cols []int, n int) {
	wantR, wantC := n, n
	if rows != nil {
		wantR = len(rows)
	}
	if cols != nil {
		wantC = len(cols)
	}
	if r, c := dst.Dims(); r != wantR || c != wantC {
		panic(fmt.Sprintf("form: Block into a %d×%d matrix, want %d×%d", r, c, wantR, wantC))
	}
}
