package passes

import (
	"cmp"
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/learn"
)

// sums is learn.NormalEquations of some parts in a form that can be encoded. It is empty for a target of classes.
type sums struct {
	Rows  int
	Gram  []float64 // q×q, the upper triangle
	Right []float64 // q

	Failure string // see asFailure
}

func (s *sums) equations() *learn.NormalEquations {
	return &learn.NormalEquations{Rows: s.Rows, Gram: mat.NewSymDense(len(s.Right), s.Gram), Right: s.Right}
}

func sumsOf(e *learn.NormalEquations) sums {
	return sums{Rows: e.Rows, Gram: e.Gram.RawSymmetric().Data, Right: e.Right}
}

// sumsFn sums over the training rows of a part.
type sumsFn struct{ S Settings }

func (f *sumsFn) ProcessElement(ctx context.Context, path string, in frame, z landmarks, emit func(sums)) error {
	if in.Classes != nil {
		emit(sums{})
		return nil
	}
	e, err := f.S.features(ctx, &in, &z)
	if err != nil {
		emit(sums{Failure: said(err)})
		return nil
	}
	out := learn.NewNormalEquations(e.Parts[0].Width)
	err = f.S.tiled(ctx, path, &in, tileRows, func(x *mat.Dense, y []float64) error {
		floats.AddConst(-in.Mean, y)
		for lo, phi := range e.Parts[0].Pieces(e.Kernel, x) {
			n, _ := phi.Dims()
			if err := out.Add(ctx, phi, y[lo:lo+n]); err != nil {
				return err
			}
		}
		return nil
	}, nil)
	emit(sumsOf(out))
	return err
}

func mergeSums(a, b sums) sums {
	if failure := cmp.Or(a.Failure, b.Failure); failure != "" || a.Right == nil || b.Right == nil {
		return sums{Failure: failure}
	}
	e := a.equations()
	e.Merge(b.equations())
	return sumsOf(e)
}

// solveFn solves the normal equations.
type solveFn struct{ S Settings }

func (f *solveFn) ProcessElement(ctx context.Context, all sums, in frame) solution {
	if in.Classes != nil || all.Failure != "" {
		return solution{Failure: all.Failure}
	}
	w, err := all.equations().At(ctx, f.S.mu())
	if err != nil {
		return solution{Failure: said(err)}
	}
	return solution{W: w.W, Offsets: []float64{in.Mean}, DF: w.DF}
}

// regressed returns the solution by ridge regression on the landmarks.
func regressed(s beam.Scope, with Settings, parts beam.PCollection, seen, at beam.SideInput) beam.PCollection {
	all := beam.Combine(s, mergeSums, beam.ParDo(s, &sumsFn{with}, parts, seen, at))
	return beam.ParDo(s, &solveFn{with}, all, seen)
}
