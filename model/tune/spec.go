package tune

import (
	"math"
	"slices"
	"strconv"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Exact names exact kernel ridge regression, with K itself, among a search's methods.
const Exact = trial.Exact

// UsualTime is the limit of time of a search for which none was chosen.
const UsualTime = 25 * time.Second

// Spec is a search over methods, their own parameters, γ and μ. Fill it from DefaultSpec, or from a sweep.Spec and the
// Folds. Of the settings of an experiment, Width must be a rule, around which the default γ lie. Methods may name
// Exact, and nil stands for those of SearchedMethods. Over has parameters of methods that are searched, by those that
// use them. Targets of two values are usually learned as classes, too. What needs more than MaxMemory is left out.
// Solver, With, Reps and Figures are ignored.
type Spec struct {
	sweep.Spec
	Gammas []float64     // nil stands for DefaultGammas, and others between these
	Mus    []float64     // nil stands for DefaultMus, others between these, and below them for a ridge regression
	Grid   bool          // a map in place of a search: all γ and μ on all rows, of methods with the Assignment's values
	Folds  int           // ≥ 2
	Time   time.Duration // how long Run may take; 0 is no limit. When it ends, fits are abandoned.
}

// DefaultSpec returns the defaults of the command line for n rows.
func DefaultSpec(n int) Spec {
	s := Spec{Spec: sweep.DefaultSpec(n), Folds: 5}
	s.Methods = nil
	return s
}

// usualMethods are searched if a spec names none, beside programs of the user: they cover uniform and adaptive
// landmarks, sketches and features.
var usualMethods = []string{"nystrom", "rpcholesky", "kmeans-nystrom", "accumulation", "fourier"}

// SearchedMethods returns the names of the methods that [Prepare] takes for a spec, and why others that it names are
// left out. Exact regression is among them, although a target of classes leaves it out.
func SearchedMethods(spec Spec, methods []model.Method, source data.Source) (names, left []string) {
	wanted := slices.Concat(methods, []model.Method{trial.ExactMethod(math.MaxInt)})
	for i, name := range spec.Methods {
		known := slices.ContainsFunc(wanted, func(m model.Method) bool { return m.Name == name })
		if slices.Contains(spec.Methods[:i], name) || !known {
			return spec.Methods, nil // Prepare says what is wrong
		}
	}
	wanted = slices.DeleteFunc(wanted, func(m model.Method) bool {
		isUsual := m.Name == Exact || m.Needs.Landmarks || m.Family == model.Programs || slices.Contains(usualMethods, m.Name)
		return spec.Methods == nil && !isUsual || spec.Methods != nil && !slices.Contains(spec.Methods, m.Name)
	})
	names, why := sweep.Applicable(wanted, spec.Kernel, sweep.Spec{N: spec.N}.MostRows(source.Rows()), source)
	switch {
	case spec.Methods == nil:
		return names, nil
	case len(names) == 0:
		return spec.Methods, nil // likewise
	}
	for _, reason := range why {
		left = append(left, "left out: "+reason)
	}
	return names, left
}

// DefaultMus returns the ridges of a search that names none. For exact regression on some thousand rows, with k(x, x) =
// 1, the best are often 0.01 or 0.1; noisier targets and fewer rows need larger ones.
func DefaultMus() []float64 { return []float64{1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100} }

// musFrom returns DefaultMus, begun a decade below the given μ if that is less.
func musFrom(mu float64) []float64 {
	mus := DefaultMus()
	for len(mus) < 11 && mus[0] >= mu/2 {
		mus = slices.Insert(mus, 0, mus[0]/10)
	}
	return mus
}

// DefaultGammas returns the γ of the widths σ·2³ … σ·2⁻³ that can be used, ascending.
func DefaultGammas(family kernel.Family, sigma float64) []float64 {
	return gammasAround(family, sigma, 3)
}

// gammasAround returns the γ of a width σ and of σ doubled and halved up to steps times, ascending.
func gammasAround(family kernel.Family, sigma float64, steps int) (gammas []float64) {
	for step := steps; step >= -steps; step-- {
		if g, err := model.Gamma(nil).Check(family.GammaOf(math.Ldexp(sigma, step))); err == nil {
			gammas = append(gammas, g)
		}
	}
	return gammas
}

// defaultBudgets returns the m of a search with n rows to fit that names none: 50 to 800, or n/2 where that is less.
// With more, a method of cost n·m² saves nothing over exact regression.
func defaultBudgets(n int) (list []float64) {
	for _, m := range []float64{50, 100, 200, 400, 800} {
		list = append(list, min(m, math.Ceil(float64(n)/2)))
	}
	return slices.Compact(list)
}

// fineSteps is the number of γ and of μ of a search for one of the default lists. Half of one step, a factor of 1.2 in
// γ or 1.3 in μ, hardly changes the loss.
const fineSteps = 4

// between returns ascending values with others between neighbours, at equal ratios, fineSteps for each but the last.
func between(values []float64) (fine []float64) {
	for i, v := range values {
		fine = append(fine, v)
		for step := 1; step < fineSteps && i+1 < len(values); step++ {
			fine = append(fine, v*math.Pow(values[i+1]/v, float64(step)/fineSteps))
		}
	}
	return fine
}

// Short rounds ascending values to four digits, with which settings are printed, unless two would become equal.
func Short(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
		if i > 0 && out[i] == out[i-1] {
			return values
		}
	}
	return out
}

// ascending returns the distinct values in their order.
func ascending(values []float64) []float64 {
	return slices.Compact(slices.Sorted(slices.Values(values)))
}
