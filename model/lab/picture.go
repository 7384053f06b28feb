package lab

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Picture is the question of a screen that shows one setting as it is: the plan of
// its first repetition, for the methods that are shown.
type Picture struct {
	Spec    sweep.Spec
	methods []model.Method
	store   *sweep.Store
}

// PictureOf asks for some methods at the present setting. Not ok while the
// kernel's width is being taken from the data, and where there is no method for
// the kernel at all.
func (b *State) PictureOf(names []string) (Picture, bool) {
	s := b.setting.Runnable()
	s.Reps, s.Over, s.Methods = 1, nil, names
	s.Figures = sweep.Figures{}
	s.Partial = true // a method that needs too much leaves the others their pictures
	if b.setting.Family().HasGamma() {
		switch gamma := b.setting.Gamma(b.Widths()); {
		case !math.IsNaN(gamma):
			s.Width = s.Width.WithGamma(gamma)
		case len(b.setting.Active(b.methods)) > 0: // the sweep will find it in a moment
			return Picture{}, false
		}
	}
	return Picture{s, b.methods, b.setting.Store}, len(names) > 0
}

// Key is what a picture depends on besides the methods, within one data source.
// The methods' parameters count, since their values have a place in the spec.
func (p Picture) Key() string {
	spec := p.Spec
	spec.Methods = nil
	return fmt.Sprintf("%+v", spec)
}

// Prepare is the plan of a picture.
func (p Picture) Prepare() (*sweep.Plan, error) {
	plan, err := sweep.Prepare(p.Spec, p.methods, p.store)
	var short *model.MemoryError
	if errors.As(err, &short) { // all are too large, and the error is about the first
		err = fmt.Errorf("%s: %w", p.Spec.Methods[0], err)
	}
	return plan, err
}

// Reason is an error in one line.
func Reason(err error) string { return strings.Join(strings.Fields(Message(err)), " ") }

// NoPicture says why there is nothing to show, given what the work failed with.
func (b *State) NoPicture(failed error) string {
	switch {
	case failed != nil:
		return Message(failed)
	case b.failed != nil: // nor is there a width, or a row to draw
		return Message(b.failed)
	case len(b.Usable()) == 0:
		return "no method suits this kernel: choose another kernel"
	}
	return "computing"
}
