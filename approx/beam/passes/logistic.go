package passes

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/learn"
)

// descents are the logistic regressions of the classes in progress, one for each model of learn.Classify.
// There are none for a target of numbers.
type descents struct {
	Of     []learn.LogisticDescent // nil after a failure
	Passes int                     // over the parts

	Failure string // see asFailure
}

// done reports whether a further pass has nothing to do.
func (d *descents) done() bool {
	return !slices.ContainsFunc(d.Of, func(l learn.LogisticDescent) bool { return !l.Done })
}

// positives returns the classes that have a regression of their own: all, or of two classes the second.
func (f *frame) positives() []int {
	if len(f.Classes) == 2 {
		return f.Classes[1:]
	}
	return f.Classes
}

// beginFn starts the descents.
type beginFn struct{ S Settings }

func (f *beginFn) ProcessElement(ctx context.Context, in frame, z landmarks) descents {
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return descents{Failure: said(err)}
	}
	var out descents
	for range in.positives() {
		out.Of = append(out.Of, *learn.NewLogisticDescent(e.Parts[0].Width, f.S.mu()))
	}
	return out
}

// slopes are the sums over some parts at the current points of the descents; empty if all are done.
type slopes struct{ Of []slope }

// slope is learn.LogisticSums in a form that can be encoded; empty for a descent that is done.
type slope struct {
	Loss      [2]float64
	Slope     [2][]float64 // q+1 each
	Curvature []float64    // q+1
	Hessian   []float64    // (q+1)×(q+1), the upper triangle
}

func (s *slope) sums() *learn.LogisticSums {
	return &learn.LogisticSums{Loss: s.Loss, Slope: s.Slope, Curvature: s.Curvature, Hessian: mat.NewSymDense(len(s.Curvature), s.Hessian)}
}

func slopeOf(s *learn.LogisticSums) slope {
	return slope{s.Loss, s.Slope, s.Curvature, s.Hessian.RawSymmetric().Data}
}

// slopesFn sums over the training rows of a part.
type slopesFn struct{ S Settings }

func (f *slopesFn) ProcessElement(ctx context.Context, path string, in frame, z landmarks, at descents, emit func(slopes)) error {
	if at.done() {
		emit(slopes{})
		return nil
	}
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return err
	}
	points, all := make([]*learn.Linear, len(at.Of)), make([]*learn.LogisticSums, len(at.Of))
	for i := range at.Of {
		if !at.Of[i].Done {
			points[i], all[i] = at.Of[i].Point(), learn.NewLogisticSums(e.Parts[0].Width)
		}
	}
	positives := in.positives()
	labels := make([]float64, tileRows)
	err = f.S.tiled(ctx, path, &in, tileRows, func(x *mat.Dense, y []float64) error {
		for lo, phi := range e.Parts[0].Pieces(e.Kernel, x) {
			n, _ := phi.Dims()
			for i, point := range points {
				if point == nil {
					continue
				}
				for r := range n {
					labels[r] = -1
					if int(y[lo+r]) == positives[i] {
						labels[r] = 1
					}
				}
				all[i].Add(phi, labels[:n], point)
				if err := all[i].AddHessian(ctx, phi, labels[:n], point); err != nil {
					return err
				}
			}
		}
		return nil
	}, nil)
	out := slopes{make([]slope, len(all))}
	for i, sums := range all {
		if sums != nil {
			out.Of[i] = slopeOf(sums)
		}
	}
	emit(out)
	return err
}

func mergeSlopes(a, b slopes) slopes {
	for i := range a.Of {
		if a.Of[i].Curvature != nil {
			sums := a.Of[i].sums()
			sums.Merge(b.Of[i].sums())
			a.Of[i] = slopeOf(sums)
		}
	}
	return a
}

// turn takes one step of each descent that is not done.
func turn(ctx context.Context, all slopes, at descents) descents {
	if at.done() {
		return at
	}
	at.Passes++
	for i := range at.Of {
		d := &at.Of[i]
		if d.Done {
			continue
		}
		sums := all.Of[i].sums()
		accepted, err := d.Accept(sums)
		if err == nil && accepted {
			err = d.Advance(ctx, sums)
		}
		if err != nil {
			return descents{Failure: said(err)}
		}
	}
	return at
}

// end returns the solution of the descents, or the other solution for a target of numbers.
func end(at descents, in frame, other func(*solution) bool) solution {
	var out solution
	if in.Classes == nil && other(&out) {
		return out
	}
	if at.Failure != "" {
		return solution{Failure: at.Failure}
	}
	out = solution{DF: math.NaN(), Passes: at.Passes}
	weights := mat.NewDense(len(at.Of[0].Best.W), len(at.Of), nil)
	for i, d := range at.Of {
		weights.SetCol(i, d.Best.W)
		out.Offsets = append(out.Offsets, d.Best.Bias)
		out.Warnings = append(out.Warnings, d.Best.Warnings...)
		if !d.Done && d.Best.Gap > 1e-6 {
			out.Warnings = append(out.Warnings, fmt.Sprintf("logistic regression was up to %.1e above the minimum after the last pass; raise --passes or --mu", d.Best.Gap))
		}
	}
	out.W = weights.RawMatrix().Data
	return out
}

// classified returns the solution by logistic regression on the landmarks, each class against the others,
// for a target of classes, and the other solution, if any, for a target of numbers. Passes after the last
// one that is needed read nothing.
func classified(s beam.Scope, with Settings, parts, frames beam.PCollection, at, other beam.SideInput) beam.PCollection {
	seen := beam.SideInput{Input: frames}
	state := beam.ParDo(s, &beginFn{with}, frames, at)
	for range with.Passes {
		under := beam.SideInput{Input: state}
		all := beam.Combine(s, mergeSlopes, beam.ParDo(s, &slopesFn{with}, parts, seen, at, under))
		state = beam.ParDo(s, turn, all, under)
	}
	return beam.ParDo(s, end, state, seen, other)
}
