package command

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/model/fitted"
	"gramscope/model/sweep"
)

// writeLandmarks writes the landmarks of a trained model and returns a line for the user.
func writeLandmarks(to atomicfile.Destination, m *fitted.Model, t *sweep.Trained) (string, error) {
	z := t.Landmarks
	if rows := m.MatrixRows(); rows != nil { // in the order in which predict takes them
		z = mat.NewDense(len(rows), 1, nil)
		for i, row := range rows {
			z.Set(i, 0, float64(row))
		}
	}
	err := to.Write(func(w io.Writer) error {
		return data.WriteLandmarks(w, m.Coding.Features(), m.Scaling, z)
	})
	count, _ := z.Dims()
	return fmt.Sprintf("%s: %d landmarks", to, count), err
}
