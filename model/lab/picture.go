package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Picture is the request of a screen that shows a single setting without a sweep, in the first repetition.
type Picture struct {
	Spec    sweep.Spec
	methods []model.Method
	store   *sweep.Store
}

// PictureOf returns the picture of some methods at the present setting. ok is false while the kernel's
// width is being computed from the data, and if names is empty.
func (s *State) PictureOf(names []string) (p Picture, ok bool) {
	spec, known := s.Setting.withGamma()
	if !known && len(s.Setting.Active(s.Methods)) > 0 { // the sweep is computing it
		return Picture{}, false
	}
	spec.Reps, spec.Over, spec.Methods, spec.Figures = 1, nil, names, sweep.Figures{}
	return Picture{spec, s.Methods, s.Setting.Store}, len(names) > 0
}

// Key identifies the settings that a picture depends on, except the methods and the data source. It
// includes the methods' parameters, which are values of the spec.
func (p Picture) Key() string {
	spec := p.Spec
	spec.Methods = nil
	return fmt.Sprintf("%+v", spec)
}

// Prepare returns the plan of a picture.
func (p Picture) Prepare() (*sweep.Plan, error) {
	plan, err := sweep.Prepare(p.Spec, p.methods, p.store)
	var short *model.MemoryError
	if errors.As(err, &short) { // all methods need too much memory, and the error is that of the largest
		name := short.Method
		short.Method = ""
		err = fmt.Errorf("%s: %w", name, err)
	}
	return plan, err
}

// Reason returns the text of an error in one line.
func Reason(err error) string { return strings.Join(strings.Fields(Message(err)), " ") }

// NoPicture returns the reason why there is nothing to show. failed is the error of the job, or nil.
func (s *State) NoPicture(failed error) string {
	switch {
	case failed != nil:
		return Message(failed)
	case s.Failed != nil: // the sweep has found no width, or could not draw rows
		return Message(s.Failed)
	case s.Frozen:
		return "frozen: f resumes"
	}
	return "computing"
}

// CurvePoint is a point of the stable-rank or effective-dimension curve.
type CurvePoint struct{ X, Y float64 }

// CurveOf returns the job that computes a figure of K at each σ or γₛ, without points where K + γₛI is singular.
func CurveOf(of func(context.Context, *sweep.Plan, trial.Setting, float64) (float64, error), plan *sweep.Plan,
	xs []float64) job.Work {
	return func(ctx context.Context, post func(any)) error {
		for _, x := range xs {
			y, err := of(ctx, plan, plan.Cells[0], x)
			switch singular := (*model.SingularError)(nil); {
			case err == nil:
				post(CurvePoint{x, y})
			case !errors.As(err, &singular):
				return err
			}
		}
		return nil
	}
}
