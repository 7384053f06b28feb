package passes

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// frame has what is fixed for all rows once the columns are known: how they become features, their
// scale, and the kernel.
type frame struct {
	Coding   data.Coding
	Scaling  *data.Scaling
	Values   kernel.Values
	Mean     float64 // of the target; 0 for classes
	Classes  []int   // those with training rows, ascending; nil for a target of numbers
	Rows     int     // training rows
	HeldOut  int
	Dropped  int
	Bad      int
	Sample   []float64 // training rows, scaled, one after the other
	Drawn    []float64 // landmarks that were drawn uniformly
	Warnings []string

	Failure string // see asFailure
}

// frameFn makes the frame. It fails if too many rows are bad, and writes the list of bad rows in any case.
type frameFn struct{ S Settings }

func (f *frameFn) ProcessElement(ctx context.Context, all standard, cols columns) frame {
	out, err := f.frame(&all, cols)
	if err = cmp.Or(err, f.S.writeBad(ctx, &all)); err != nil {
		return frame{Failure: said(err)}
	}
	return out
}

func (f *frameFn) frame(all *standard, cols columns) (frame, error) {
	if err := failed(all.Failure); err != nil {
		return frame{}, err
	}
	if all.Bad > f.S.MaxBad {
		return frame{}, fmt.Errorf("%d bad rows, of which --max-bad allows %d; the first: %v",
			all.Bad, f.S.MaxBad, all.Wrong[0])
	}
	coding, err := f.S.coding(cols)
	if err != nil {
		return frame{}, err
	}
	rows := all.Moments.Rows
	if rows < 2 {
		return frame{}, &data.Error{File: f.S.Input, Problem: fmt.Sprintf("%d training rows", rows), Want: "at least 2"}
	}
	out := frame{
		Coding: coding, Rows: rows, HeldOut: all.HeldOut, Dropped: all.Dropped, Bad: all.Bad,
		Sample: all.Sample.rows(), Drawn: all.Drawn.rows(),
	}
	if err := out.target(all); err != nil {
		return frame{}, err
	}
	if f.S.Spec.Standardize && !f.S.family().OnCircle {
		scaling, constant, err := all.Moments.scaling(coding.Features())
		if err != nil {
			return frame{}, err
		}
		if constant != nil {
			out.Warnings = append(out.Warnings, "constant columns carry no information: "+shortList(constant, 5))
		}
		out.Scaling = &scaling
	}
	out.scale(out.Sample)
	out.scale(out.Drawn)
	return out, f.S.fixKernel(&out)
}

// target sets Classes or Mean from the training rows, and refuses a target with nothing to learn.
func (f *frame) target(all *standard) error {
	name, last := f.Coding.Target.Name, len(f.Coding.Features())
	if texts := f.Coding.Target.Texts; texts != nil {
		for class, rows := range all.Classes {
			if rows > 0 {
				f.Classes = append(f.Classes, class)
			} else {
				never := fmt.Sprintf("class %s of %s has no training row and is never predicted", texts[class], name)
				f.Warnings = append(f.Warnings, never)
			}
		}
		if len(f.Classes) < 2 {
			return fmt.Errorf("all %d training rows are of one class of %s; choose another target with --target", f.Rows, name)
		}
		return nil
	}
	low, high := all.Moments.Low[last], all.Moments.High[last]
	switch squares := all.Moments.Squares[last]; {
	case low == high:
		return fmt.Errorf("the target %s is %v in all %d training rows", name, low, f.Rows)
	case !isFinite(squares):
		return fmt.Errorf("the target %s goes from %g to %g, whose squares overflow; rescale the target", name, low, high)
	}
	f.Mean = all.Moments.Mean[last]
	return nil
}

// scale standardises rows, which are stored one after the other, as the training rows.
func (f *frame) scale(rows []float64) {
	if d := len(f.Coding.Features()); f.Scaling != nil && len(rows) > 0 {
		f.Scaling.Apply(mat.NewDense(len(rows)/d, d, rows))
	}
}

// fixKernel sets the kernel's parameters: as given, or γ from the distances in the sample.
func (s *Settings) fixKernel(f *frame) error {
	family := s.family()
	if family.IsPrecomputed() {
		return fmt.Errorf("the %s kernel is read from a matrix, and beam is for points; choose another kernel", family.Name)
	}
	if d := len(f.Coding.Features()); family.OnCircle && d != 1 {
		return fmt.Errorf("the %s kernel is for one column in [0,1), not %d; choose one with --columns", family.Name, d)
	}
	var distances kernel.Distances
	if family.HasGamma() && s.Spec.Width.IsByRule() {
		distances = kernel.DistancesOf(f.sample(), family.Geometry, rand.New(rand.NewPCG(s.Spec.Seed, 0)))
		if err := sweep.CheckWidth(&s.Spec, family, distances); err != nil {
			return err
		}
	}
	f.Values = s.question(distances).Kernel().Values
	_, err := family.Kernel(f.Values)
	return err
}

// sample returns a uniform sample of the training rows, scaled.
func (f *frame) sample() *mat.Dense {
	d := len(f.Coding.Features())
	return mat.NewDense(len(f.Sample)/d, d, f.Sample)
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
