package sweep

import (
	"gramscope/data"
	"gramscope/model"
)

// Training is the training rows of a cell, scaled as it asks, and their kernel
// matrix, for experiments other than a run. The set is shared: read only.
// warnings are about the scaling.
func (p *Plan) Training(c Cell) (train *data.Set, g *model.Gram, warnings []string, err error) {
	_, _, k, err := p.kernelOf(c)
	if err != nil {
		return nil, nil, nil, err
	}
	d, err := p.store.draw(p.drawKey(c.Rep, p.rowsOf(c)))
	if err != nil {
		return nil, nil, nil, err
	}
	return d.train, model.NewGram(d.seenThrough(k.Geometry()), k), d.warnings, nil
}
