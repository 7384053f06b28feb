package sweep

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gramscope/model"
)

// fixWidth sets γ: as given, or from the distances of the first repetition.
func (p *Plan) fixWidth(ctx context.Context) error {
	p.Gamma, p.Sigma = math.NaN(), math.NaN()
	if !p.family.HasParam("gamma") {
		return nil
	}
	gamma, given := p.Spec.Values["gamma"]
	sigma, width := p.Spec.Values["sigma"]
	switch {
	case given:
		p.Gamma, p.Sigma = gamma, p.family.SigmaOf(gamma)
		return nil
	case width:
		p.Gamma, p.Sigma = p.family.GammaOf(sigma), sigma
		return nil
	}
	median, mean, err := p.Widths(ctx)
	if err != nil {
		return err
	}
	switch p.Spec.Width {
	case "median":
		p.Sigma = median
	case "mean":
		p.Sigma = mean
	default:
		return &SpecError{fmt.Sprintf("sigma %q is neither a number nor a rule", p.Spec.Width), "give a number, median or mean"}
	}
	if _, err := model.Sigma(nil).Check(p.Sigma); err != nil {
		return &WidthError{Rule: p.Spec.Width, Sigma: p.Sigma}
	}
	p.Gamma = p.family.GammaOf(p.Sigma)
	return nil
}

// WidthError says that the data are on a scale that no kernel width suits.
type WidthError struct {
	Rule  string // median or mean
	Sigma float64
}

func (e *WidthError) Error() string {
	p := model.Sigma(nil)
	return fmt.Sprintf("the %s distance of the rows is %.3g, and a width must lie in [%g, %g]: standardise the data (--standardize), or rescale them",
		e.Rule, e.Sigma, p.Min, p.Max)
}

// Widths are the median and the mean distance of the first repetition's rows.
func (p *Plan) Widths(context.Context) (median, mean float64, err error) {
	d, err := p.store.draw(p.drawKey(1, p.Spec.N))
	if err != nil {
		return 0, 0, err
	}
	rng := rand.New(rand.NewPCG(p.Spec.Seed, hash("width")))
	median, mean = model.PairwiseDistance(d.train.X, p.family.Geometry, rng)
	return median, mean, nil
}

// kernelOf is the kernel of a cell, with γ and σ.
func (p *Plan) kernelOf(c Cell) (gamma, sigma float64, k model.Kernel, err error) {
	shape := p.shapeOf(c)
	k, err = p.family.Kernel(shape)
	if !p.family.HasParam("gamma") {
		return math.NaN(), math.NaN(), k, err
	}
	return shape.Gamma, p.family.SigmaOf(shape.Gamma), k, err
}

// shapeOf holds the parameters that the kernel uses, and zero elsewhere.
func (p *Plan) shapeOf(c Cell) model.Shape {
	s := model.Shape{Gamma: p.Gamma}
	if g, ok := c.Values["gamma"]; ok {
		s.Gamma = g
	} else if w, ok := c.Values["sigma"]; ok {
		s.Gamma = p.family.GammaOf(w)
	}
	value := func(param model.Param) float64 {
		if !p.family.HasParam(param.Name) {
			return 0
		}
		if v, ok := c.Values[param.Name]; ok {
			return v
		}
		return param.Default
	}
	if !p.family.HasParam("gamma") {
		s.Gamma = 0
	}
	s.Degree = int(value(model.Degree(nil)))
	s.Offset = value(model.Offset(nil))
	s.Beta = int(value(model.Beta(nil)))
	return s
}

func (p *Plan) drawKey(rep, n int) drawKey {
	return drawKey{p.Spec.Seed, rep, n, p.Spec.Test, p.Spec.Standardize}
}

func (p *Plan) rowsOf(c Cell) int {
	if n, ok := c.Values["n"]; ok {
		return int(n)
	}
	return p.Spec.N
}
