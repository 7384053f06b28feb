package sweep

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

func (t *Trained) classify(ctx context.Context, e *model.Extension, pairs *model.Decomposition, mu float64, rng *rand.Rand) error {
	phi, roots := positiveFeatures(pairs)
	classifier, err := learn.Classify(ctx, t.Learner, phi, whole(t.Train.Y), len(t.Train.Classes), mu, rng)
	if err != nil {
		return err
	}
	t.Classes = classifier.Classes
	t.Warnings = append(t.Warnings, classifier.Warnings()...)
	var coefficients [][]float64
	for _, l := range classifier.Models {
		c, at := make([]float64, len(roots)), 0
		for j, root := range roots {
			if root > 0 {
				c[j] = l.W[at] / root
				at++
			}
		}
		coefficients, t.Offsets = append(coefficients, c), append(t.Offsets, l.Bias)
	}
	t.extend(e, pairs, coefficients)
	return nil
}

// positiveFeatures are Q·√λ for the positive eigenvalues, one column of zeros
// where there is none, and √λ of all, 0 for those left out.
func positiveFeatures(d *model.Decomposition) (phi *mat.Dense, roots []float64) {
	width, least := 0, 1e-14*d.Largest()
	for _, v := range d.Values() {
		root := 0.0
		if v > least {
			root = math.Sqrt(v)
			width++
		}
		roots = append(roots, root)
	}
	phi = mat.NewDense(d.N, max(1, width), nil)
	raw, from, at := phi.RawMatrix(), 0, 0
	for _, group := range d.Groups {
		for j := range group.Values {
			root := roots[from+j]
			if root == 0 {
				continue
			}
			q := group.Q.ColView(j).(*mat.VecDense).RawVector()
			for p := range q.N {
				row := p
				if group.Rows != nil {
					row = group.Rows[p]
				}
				raw.Data[row*raw.Stride+at] = root * q.Data[p*q.Inc]
			}
			at++
		}
		from += len(group.Values)
	}
	return phi, roots
}
