package learn

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/linalg"
)

// Linear is f(z) = φ(z)·W + Bias, fitted by [Softmax] or [SVM]. Of two classes, the sign of f tells the second.
type Linear struct {
	W    []float64
	Bias float64

	Objective  float64  // value of the minimised function, see Softmax and SVM
	Gap        float64  // (Objective − minimum)/Objective, about; an SVM's is an upper bound from the dual problem
	Iterations int      // steps, or passes over the rows
	Warnings   []string // nil if the minimum was reached
}

// Values returns f at the rows of phi, b×q.
func (l *Linear) Values(phi *mat.Dense) []float64 {
	rows, q := phi.Dims()
	if q != len(l.W) {
		panic(fmt.Sprintf("learn: Values of %d features, want %d", q, len(l.W)))
	}
	out := make([]float64, rows)
	linalg.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = l.value(phi.RawRowView(i))
		}
	})
	return out
}

func (l *Linear) value(row []float64) float64 { return floats.Dot(row, l.W) + l.Bias }

// checkRows panics for a ridge that is not above 0. It returns a *model.DegenerateError if the features overflow.
func checkRows(what string, phi *mat.Dense, mu float64) error {
	checkSize("a ridge mu", mu)
	if mu == 0 {
		panic("learn: " + what + " needs mu above 0")
	}
	for i := range phi.RawMatrix().Rows {
		row := phi.RawRowView(i)
		if square := floats.Dot(row, row); math.IsNaN(square) || math.IsInf(square, 0) {
			return &model.DegenerateError{What: "the squared length of a row of features", Value: square}
		}
	}
	return nil
}

// OneClassError is the error of training rows that are all of one class.
type OneClassError struct {
	Rows int // number of training rows
}

func (e *OneClassError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns the problem and the remedies.
func (e *OneClassError) Parts() (string, remedy.List) {
	return fmt.Sprintf("all %d training rows are of one class, want at least two", e.Rows),
		remedy.By("take more rows", "n", "").Or(remedy.By("choose another target", "target", ""))
}
