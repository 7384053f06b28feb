package ui

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gramscope/model"
	"gramscope/model/sweep"
)

// picture is the question of a screen that shows one setting as it is: the plan of
// its first repetition, for the methods that are shown.
type picture struct {
	spec    sweep.Spec
	methods []model.Method
	store   *sweep.Store
}

// pictureOf asks for some methods at the present setting. Not ok while the
// kernel's width is being taken from the data, and where there is no method for
// the kernel at all.
func (m *explorer) pictureOf(names []string) (picture, bool) {
	s := m.setting.runnable()
	s.Reps, s.Over, s.Methods = 1, nil, names
	s.Figures = sweep.Figures{}
	if m.setting.family().HasParam("gamma") {
		switch gamma := m.setting.gamma(m.widths()); {
		case !math.IsNaN(gamma):
			delete(s.Values, "sigma")
			s.Values["gamma"] = gamma
		case len(m.setting.active(m.methods)) > 0: // the sweep will tell in a moment
			return picture{}, false
		}
	}
	return picture{s, m.methods, m.setting.store}, len(names) > 0
}

// key is what a picture depends on besides the methods, within one data source.
// The methods' parameters count, since their values have a place in the spec.
func (p picture) key() string {
	spec := p.spec
	spec.Methods = nil
	return fmt.Sprintf("%+v", spec)
}

func (p picture) prepare(ctx context.Context) (*sweep.Plan, error) {
	return sweep.Prepare(ctx, p.spec, p.methods, p.store)
}

// sign is the marker of a method.
func (m *explorer) sign(name string) rune { return []rune(m.look.Marker(max(m.place(name), 0)))[0] }

// noPicture says why there is nothing to show, given what the work failed with.
func (m *explorer) noPicture(failed error) string {
	switch {
	case failed != nil:
		return inKeys(failed.Error())
	case m.failed != nil: // nor is there a width, or a row to draw
		return inKeys(m.failed.Error())
	case len(m.usable()) == 0:
		return "no method suits this kernel: choose another kernel"
	}
	return "computing"
}

// reason is an error in one line.
func reason(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// stay is what choosing another swept parameter does on screens that don't offer
// it.
func stay(*explorer) func(string) { return func(string) {} }

// noMore is the need of screens that show one setting as it is: the sweep goes on
// behind a picture.
func noMore(*explorer) need { return need{} }
