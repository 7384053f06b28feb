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

// descent is the logistic regression in progress, of two classes or more. There is none for a target of numbers.
type descent struct {
	Of     *learn.SoftmaxDescent // nil after a failure
	Passes int                   // over the parts

	Failure string // see asFailure
}

// done reports whether a further pass has nothing to do.
func (d *descent) done() bool { return d.Of == nil || d.Of.Done }

// mostUnknowns is the size of a regression up to which parts send its Hessian. A larger one goes by the matrix that
// serves all classes, and takes more passes.
const mostUnknowns = 2048

// sums returns the sums over no rows.
func (d *descent) sums() *learn.SoftmaxSums {
	return learn.NewSoftmaxSums(d.Of.Q, d.Of.K, len(d.Of.Best) > mostUnknowns)
}

// beginFn starts the descent.
type beginFn struct{ S Settings }

func (f *beginFn) ProcessElement(ctx context.Context, in frame, z landmarks) descent {
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return descent{Failure: said(err)}
	}
	if len(in.Classes) < 2 { // a target of numbers
		return descent{}
	}
	return descent{Of: learn.NewSoftmaxDescent(e.Parts[0].Width, len(in.Classes), f.S.mu())}
}

// slopes is learn.SoftmaxSums over some parts at the point of the descent, in a form that can be encoded; empty once
// the descent is done.
type slopes struct {
	Loss    float64
	Slope   []float64
	Hessian []float64 // the upper triangle of a square
}

func (s *slopes) sums() *learn.SoftmaxSums {
	unknowns := int(math.Sqrt(float64(len(s.Hessian))))
	return &learn.SoftmaxSums{Loss: s.Loss, Slope: s.Slope, Hessian: mat.NewSymDense(unknowns, s.Hessian)}
}

func slopesOf(s *learn.SoftmaxSums) slopes {
	return slopes{s.Loss, s.Slope, s.Hessian.RawSymmetric().Data}
}

// slopesFn sums over the training rows of a part.
type slopesFn struct{ S Settings }

func (f *slopesFn) ProcessElement(ctx context.Context, path string, in frame, z landmarks, at descent,
	emit func(slopes)) error {
	if at.done() {
		emit(slopes{})
		return nil
	}
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		return err
	}
	point, all := at.Of.Point(), at.sums()
	classes := make([]int, tileRows)
	err = f.S.tiled(ctx, path, &in, tileRows, func(x *mat.Dense, y []float64) error {
		for lo, phi := range e.Parts[0].Pieces(e.Kernel, x) {
			n, _ := phi.Dims()
			for r := range n {
				classes[r], _ = slices.BinarySearch(in.Classes, int(y[lo+r]))
			}
			weights := all.Add(phi, classes[:n], point)
			if err := all.AddHessian(ctx, phi, point, weights); err != nil {
				return err
			}
		}
		return nil
	}, nil)
	emit(slopesOf(all))
	return err
}

func mergeSlopes(a, b slopes) slopes {
	if a.Slope == nil {
		return a
	}
	sums := a.sums()
	sums.Merge(b.sums())
	return slopesOf(sums)
}

// turn takes one step of the descent if it is not done.
func turn(ctx context.Context, all slopes, at descent) descent {
	if at.done() {
		return at
	}
	at.Passes++
	sums := all.sums()
	accepted, err := at.Of.Accept(sums)
	if err == nil && accepted {
		err = at.Of.Advance(ctx, sums.Hessian)
	}
	if err != nil {
		return descent{Failure: said(err)}
	}
	return at
}

// end returns the solution of the descent, or the other solution for a target of numbers.
func end(at descent, in frame, other func(*solution) bool) solution {
	var out solution
	if in.Classes == nil && other(&out) {
		return out
	}
	if at.Failure != "" {
		return solution{Failure: at.Failure}
	}
	models := at.Of.Models()
	out = solution{DF: math.NaN(), Passes: at.Passes, Warnings: at.Of.Warnings}
	if excess := at.Of.Excess(); !at.Of.Done && excess > 1e-6 {
		out.Warnings = append(out.Warnings, fmt.Sprintf("logistic regression was about %.1e above the minimum after the "+
			"last pass; raise --passes or --mu", excess))
	}
	weights := mat.NewDense(at.Of.Q, len(models), nil)
	for i, l := range models {
		weights.SetCol(i, l.W)
		out.Offsets = append(out.Offsets, l.Bias)
	}
	out.W = weights.RawMatrix().Data
	return out
}

// classified returns the solution by logistic regression on the landmarks, for a target of classes, and the other
// solution, if any, for a target of numbers. Passes after the last one that is needed read nothing.
func classified(s beam.Scope, with Settings, parts, frames beam.PCollection,
	at, other beam.SideInput) beam.PCollection {
	seen := beam.SideInput{Input: frames}
	state := beam.ParDo(s, &beginFn{with}, frames, at)
	for range with.Passes {
		under := beam.SideInput{Input: state}
		all := beam.Combine(s, mergeSlopes, beam.ParDo(s, &slopesFn{with}, parts, seen, at, under))
		state = beam.ParDo(s, turn, all, under)
	}
	return beam.ParDo(s, end, state, seen, other)
}
