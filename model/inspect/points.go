package inspect

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/cluster"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Cloud is the rows of a cell and their projection on the plane of largest variance. It must not be changed.
// For points without coordinates the plane is that of kernel PCA (Schölkopf, Smola and Müller 1998), on Nyström's
// approximation of K by 1000 of the rows if there are more.
type Cloud struct {
	*trial.Rows // whose training set it shows

	// Principal has the first two principal components of the rows, n×2, centred; the second is 0
	// if d = 1. The largest entry of each direction is positive; otherwise a picture might flip.
	// Share is their fraction of the variance, at most 1 in sum; 0 if all rows are equal.
	Principal *mat.Dense
	Share     [2]float64

	Numbers []int32 // the rows' numbers in the file, from 1; nil if they come from no file
}

// principalRows and principalColumns limit the rows, evenly spaced, and the columns from which the directions
// are computed: an eigendecomposition of the covariance costs the cube of the number of columns.
const principalRows, principalColumns = 4000, 1500

// principalRowsOfKernel is the number of rows by which kernel PCA approximates K.
const principalRowsOfKernel = 1000

// CloudOf returns the cloud of a cell.
func CloudOf(ctx context.Context, p *sweep.Plan, s trial.Setting) (*Cloud, error) {
	rows, err := p.Rows(s)
	if err != nil {
		return nil, err
	}
	cloud, err := trial.Cached(rows, cloudKey{}, func() (*Cloud, error) {
		x := rows.Train.X
		if rows.Train.Matrix != nil {
			rng := trial.Stream(s.Draw.Seed, "kernel pca", s.Draw.Rep)
			space, err := cluster.NystromSpace(ctx, rows.Gram(s.Kernel), principalRowsOfKernel, rng)
			if err != nil {
				return nil, err
			}
			x = space.X
		}
		components, share, err := principal(ctx, x)
		return &Cloud{rows, components, share, p.RowNumbers(s)}, err
	})
	return cloud, cmp.Or(err, ctx.Err())
}

type cloudKey struct{}

// principal returns the projections of the rows of x on the two leading eigenvectors of their covariance, which are
// computed from the first principalColumns columns, and the shares of the variance.
func principal(ctx context.Context, x *mat.Dense) (components *mat.Dense, share [2]float64, err error) {
	n, all := x.Dims()
	d := min(all, principalColumns)
	components = mat.NewDense(n, 2, nil)
	mean := cluster.Mean(x.Slice(0, n, 0, d).(*mat.Dense))
	step := (n + principalRows - 1) / principalRows
	rows := (n + step - 1) / step
	centred := mat.NewDense(rows, d, nil)
	for r := range rows {
		for j, m := range mean {
			centred.Set(r, j, x.At(r*step, j)-m)
		}
	}
	covariance := mat.NewSymDense(d, nil)
	covariance.SymOuterK(1, centred.T())
	covariance.ScaleSym(1/float64(rows), covariance)
	trace := mat.Trace(covariance)
	if trace == 0 || math.IsInf(trace, 0) {
		return components, share, nil
	}
	covariance.ScaleSym(1/trace, covariance)
	values, vectors, err := linalg.Leading(ctx, covariance, min(2, d))
	if err != nil {
		return nil, share, err
	}
	var directions [][]float64
	for k, value := range values {
		share[k] = math.Max(0, value)
		direction := mat.Col(nil, k, vectors)
		if direction[blas64.Iamax(blas64.Vector{N: d, Inc: 1, Data: direction})] < 0 {
			floats.Scale(-1, direction)
		}
		directions = append(directions, direction)
	}
	for i := range n {
		row, at := x.RawRowView(i), components.RawRowView(i)
		for k, direction := range directions {
			for j, v := range direction {
				at[k] += v * (row[j] - mean[j])
			}
		}
	}
	return components, share, nil
}
