package trial

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// NoFalkonError says that Falkon does not suit an approximation.
type NoFalkonError struct{}

func (*NoFalkonError) Error() string {
	return "falkon is for approximations that equal K at landmarks among the rows"
}

// Falkon is the ridge regression on K̃ by Falkon, where K̃ is the projection on
// landmarks that are rows; else a *NoFalkonError.
func (t *Trial) Falkon(ctx context.Context, f *Fit, mu float64) (Learned, error) {
	landmarks := projectionRows(t.Gram.View(), f.Approx)
	if landmarks == nil {
		return Learned{}, &NoFalkonError{}
	}
	train, test := t.Rows.Train, t.Rows.Test
	offset, centred := learn.Centred(train.Y)
	alpha, info, err := learn.Falkon(ctx, t.Gram.View(), landmarks, nil, centred, mu, learn.FalkonOptions{})
	if err != nil {
		return Learned{}, err
	}
	l := Learned{Mu: mu, Warnings: info.Warnings}
	t.overRows(&l, landmarks, alpha, offset)
	columns := mat.NewDense(t.Gram.N(), len(landmarks), nil)
	t.Gram.View().Block(columns, nil, landmarks)
	l.Fitted = learn.Values(columns, alpha, offset)
	if test != nil {
		l.Predicted = learn.Values(model.Between(t.Gram.Kernel(), test.X, t.landmarks(landmarks)), alpha, offset)
	}
	return l, nil
}

// projectionRows are the landmarks of an approximation that is K's projection on
// their columns, which shows in K̃[I, I] = K[I, I]; else nil.
func projectionRows(g *model.Gram, a model.Approximation) []int {
	l, ok := a.(model.Landmarker)
	if !ok || len(l.Landmarks()) == 0 {
		return nil
	}
	rows := l.Landmarks()
	k, approx := mat.NewDense(len(rows), len(rows), nil), mat.NewDense(len(rows), len(rows), nil)
	g.Block(k, rows, rows)
	a.Block(approx, rows, rows)
	size := mat.Norm(k, 2)
	k.Sub(k, approx)
	if !(mat.Norm(k, 2) <= 1e-6*size) || a.Rank() > len(rows) {
		return nil
	}
	return rows
}
