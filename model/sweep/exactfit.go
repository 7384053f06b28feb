package sweep

import (
	"context"
	"math"

	"gramscope/model"
	"gramscope/model/learn"
)

// exactFit is what is kept of the exact regression at a ridge.
type exactFit struct {
	fitted, predicted []float64 // at the training and the test rows
	risk              learn.Risk
	noise             float64
}

// exactly is the exact regression at a ridge, computed once.
func (p *problem) exactly(ctx context.Context, mu float64) (*exactFit, error) {
	p.mu.Lock()
	e := p.exact[mu]
	if e == nil {
		e = &entry[float64, *exactFit]{key: mu}
		p.exact[mu] = e
	}
	p.mu.Unlock()
	return e.get(func() (*exactFit, error) {
		d := p.draw
		exact, err := learn.NewExact(ctx, p.gram.View(), d.train.Y, mu)
		if err != nil {
			return nil, err
		}
		out := &exactFit{fitted: exact.Fitted, noise: exact.Noise()}
		if d.test != nil {
			out.predicted = exact.At(model.Between(p.gram.Kernel(), d.test.X, d.train.X))
		}
		truth, noise := d.train.Truth, d.train.Noise
		if truth == nil {
			truth, noise = exact.Fitted, exact.Noise()
		}
		if out.risk = (learn.Risk{Bias: math.NaN()}); !math.IsNaN(noise) {
			out.risk = exact.Risk(truth, noise)
		}
		return out, nil
	})
}
