package approx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
)

// validate checks a list of methods: names, titles,
// references, duplicates, families in their order, estimates of memory, and parameters whose defaults lie in their
// ranges and whose fitters start from them.
func validate(methods []model.Method) error {
	name := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	var errs []error
	seen, family := map[string]bool{}, 0
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	for _, m := range methods {
		if !name.MatchString(m.Name) {
			complain("method name %q: want lower case letters, digits and dashes", m.Name)
		}
		if seen[m.Name] {
			complain("method %s stands twice in the list", m.Name)
		}
		seen[m.Name] = true
		if t := m.Title(); t == "" || len([]rune(t)) > 60 {
			complain("method %s: title %q: want 1 to 60 characters", m.Name, t)
		}
		if m.Ref == "" || m.Cost == "" {
			complain("method %s: Ref and Cost must be filled in", m.Name)
		}
		families := []model.Family{model.References, model.Landmarks, model.Sketches, model.Features, model.Blocks,
			model.Factorisations, model.Programs}
		if at := slices.Index(families, m.Family); at < family {
			complain("method %s: family %q: want one of %v, not before that of the previous method", m.Name, m.Family, families)
		} else {
			family = at
		}
		if n := len([]rune(m.When)); n == 0 || n > 80 || strings.HasSuffix(m.When, ".") {
			complain("method %s: When %q: want a clause of 1 to 80 characters", m.Name, m.When)
		}
		if m.New == nil {
			complain("method %s: New is nil", m.Name)
			continue
		}
		if m.Memory == nil {
			complain("method %s: Memory is nil", m.Name)
		}
		if m.Needs.Spectrum && !m.Features {
			complain("method %s: it needs a spectrum, but draws no features", m.Name)
		}
		if m.Independent != nil && !m.Needs.Spectrum {
			complain("method %s: its frequencies are independent, but it draws none", m.Name)
		}
		if m.Clusters && !m.Uses("clusters") {
			complain("method %s: it goes by clusters, but has no parameter of that name", m.Name)
		}
		for _, p := range m.New().Params() {
			if err := validateParam(p); err != nil {
				complain("method %s: %w", m.Name, err)
			}
		}
	}
	return errors.Join(errs...)
}

func validateParam(p model.Param) error {
	if p.Name == "" || p.Symbol == "" || p.Doc == "" || p.Group == "" {
		return fmt.Errorf("parameter %q: Name, Symbol, Doc and Group must be filled in", p.Name)
	}
	if (p.Int == nil) == (p.Real == nil) || (p.Int != nil) != (p.Integer || p.Choices != nil) {
		return fmt.Errorf("parameter %s: bind Int for integers and choices, Real otherwise", p.Name)
	}
	if p.Scale == model.Log && p.Min <= 0 {
		return fmt.Errorf("parameter %s: a log scale starts above 0", p.Name)
	}
	if math.IsNaN(p.Default) { // derived from the data or from another parameter
		return nil
	}
	if _, err := p.Check(p.Default); err != nil {
		return fmt.Errorf("default: %w", err)
	}
	if p.Value() != p.Default {
		return fmt.Errorf("parameter %s: New fills in %v, the default is %v", p.Name, p.Value(), p.Default)
	}
	return nil
}

type fakeFitter struct{ m int }

func (f *fakeFitter) Params() []model.Param { return []model.Param{model.Budget(&f.m)} }
func (f *fakeFitter) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return nil, errors.New("not to be run")
}

func TestValidate(t *testing.T) {
	good := model.Method{Name: "fake", Doc: "A title\n\nText.", Family: model.Features, When: "never", Ref: "none",
		Cost: "0", New: func() model.Fitter { return &fakeFitter{100} },
		Memory: func(model.Fitter, int, int) model.Memory { return model.Memory{} }}
	if err := validate([]model.Method{good}); err != nil {
		t.Errorf("a good method: %v", err)
	}
	for want, spoil := range map[string]func(*model.Method){
		"name":           func(m *model.Method) { m.Name = "Fake One" },
		"title":          func(m *model.Method) { m.Doc = "" },
		"60 characters":  func(m *model.Method) { m.Doc = strings.Repeat("x", 61) },
		"Ref":            func(m *model.Method) { m.Ref = "" },
		"family":         func(m *model.Method) { m.Family = "" },
		"When":           func(m *model.Method) { m.When = "" },
		"New is nil":     func(m *model.Method) { m.New = nil },
		"Memory is nil":  func(m *model.Method) { m.Memory = nil },
		"the default is": func(m *model.Method) { m.New = func() model.Fitter { return &fakeFitter{7} } },
		"draws no":       func(m *model.Method) { m.Needs.Spectrum = true },
		"it draws none":  func(m *model.Method) { m.Independent = always },
		"by clusters":    func(m *model.Method) { m.Clusters = true },
	} {
		m := good
		spoil(&m)
		if err := validate([]model.Method{m}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want a complaint about %q, got %v", want, err)
		}
	}
	if err := validate([]model.Method{good, good}); err == nil {
		t.Error("a name that stands twice is accepted")
	}
	before := good
	before.Name, before.Family = "before", model.Landmarks
	if err := validate([]model.Method{good, before}); err == nil {
		t.Error("families out of order are accepted")
	}
}
