package sweep

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// falkon solves the same problem by Falkon, where K̃ is the projection on
// landmarks that are rows; else it warns, and the direct solution stays.
func (p *Plan) falkon(ctx context.Context, on *problem, f *fit, r *Result) (fitted, predicted []float64, err error) {
	d := on.draw
	at, err := f.ridge.At(r.Mu)
	if err != nil {
		return nil, nil, err
	}
	landmarks := projectionRows(on.gram.View(), f.approx)
	if landmarks == nil {
		r.Warnings = append(r.Warnings, "falkon is for approximations that equal K at landmarks among the rows, and the direct solution was used: take nystrom or rpcholesky with rank = 0, say")
		return at.Fitted, f.predict(at, d), nil
	}
	offset := f.ridge.Offset()
	centred := make([]float64, len(d.train.Y))
	for i, y := range d.train.Y {
		centred[i] = y - offset
	}
	alpha, info, err := learn.Falkon(ctx, on.gram.View(), landmarks, nil, centred, r.Mu, learn.FalkonOptions{})
	if err != nil {
		return nil, nil, err
	}
	r.Warnings = append(r.Warnings, info.Warnings...)
	at0 := func(k *mat.Dense) []float64 {
		rows, _ := k.Dims()
		values := mat.NewVecDense(rows, nil)
		values.MulVec(k, mat.NewVecDense(len(alpha), alpha))
		out := values.RawVector().Data
		floats.AddConst(offset, out)
		return out
	}
	columns := mat.NewDense(r.N, len(landmarks), nil)
	on.gram.View().Block(columns, nil, landmarks)
	fitted = at0(columns)
	if d.test != nil {
		centres := mat.NewDense(len(landmarks), r.D, nil)
		for j, i := range landmarks {
			centres.SetRow(j, d.train.X.RawRowView(i))
		}
		predicted = at0(model.Between(on.gram.Kernel(), d.test.X, centres))
	}
	return fitted, predicted, nil
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
