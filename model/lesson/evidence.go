package lesson

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/formula"
	"gramscope/model/sweep"
)

// evidence collects the figures of rows for a lesson's claim.
type evidence struct {
	lesson Lesson
	rows   []*sweep.Result    // rows of the lesson's experiment with one seed
	strays []*sweep.Result    // rows of other experiments
	known  map[string]float64 // numbers that statements have defined

	claim.Evidence
}

// gather separates the rows of the lesson's experiment from others. It uses the rows that agree with the last one in
// the seed, the widths and the free parameters.
func gather(l Lesson, rows []sweep.Result) *evidence {
	e := &evidence{lesson: l, known: map[string]float64{}}
	var last *sweep.Result
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
		switch {
		case l.other(r) != "":
			e.strays = append(e.strays, r)
		case last == nil:
			last = r
			e.rows = append(e.rows, r)
		case r.Seed == last.Seed && r.Widths == last.Widths && l.alike(r, last):
			e.rows = append(e.rows, r)
		}
	}
	switch {
	case last != nil:
	case len(e.strays) > 0:
		e.Needs(l.other(e.strays[0]))
	default:
		e.Needs("rows of " + strings.Join(l.Spec.Methods, ", "))
	}
	return e
}

// other says how a row differs from the lesson's experiment, "" if it belongs to it.
func (l Lesson) other(r *sweep.Result) string {
	swept := l.Spec.Over[0].Name
	switch {
	case r.Data != l.Data:
		return fmt.Sprintf("the set %s, not %s", l.Data, r.Data)
	case r.Kernel != l.Spec.Kernel:
		return fmt.Sprintf("the kernel %s, not %s", l.Spec.Kernel, r.Kernel)
	case r.Widths != "" && !l.learnsWidths:
		return "one width for all features, not a width for each"
	case r.N != l.Spec.N && swept != "n":
		return fmt.Sprintf("n = %d, not %d", l.Spec.N, r.N)
	}
	asked := l.Spec.Named()
	for _, c := range l.Spec.With { // what follows from the row's other parameters
		at := map[string]float64{}
		f, _ := formula.Parse(c.Formula) // which the lesson's reader has checked
		for _, name := range f.Names() {
			at[name], _ = valueOf(r, model.Name(name))
		}
		if v, err := f.Value(at); err == nil {
			asked[model.Name(c.Name)] = v
		}
	}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		want := asked[name]
		if got, ok := valueOf(r, name); ok && name != swept && !slices.Contains(l.Free, name) && !equal(got, want) {
			return l.setting(name, want) + ", not " + l.valueText(name, got)
		}
	}
	return ""
}

// alike reports whether two rows agree in the free parameters that both have.
func (l Lesson) alike(r, other *sweep.Result) bool {
	return !slices.ContainsFunc(l.Free, func(name model.Name) bool {
		a, hasA := valueOf(r, name)
		b, hasB := valueOf(other, name)
		return hasA && hasB && !equal(a, b)
	})
}

// equal compares up to the rounding of a conversion from γ to σ and back.
func equal(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// valueOf returns a row's value of a parameter, and whether its method or kernel has it.
func valueOf(r *sweep.Result, name model.Name) (float64, bool) {
	switch name {
	case model.TrainRowsName:
		return float64(r.N), true
	case model.GammaName:
		return r.Gamma, !math.IsNaN(r.Gamma)
	case model.SigmaName:
		return r.Sigma, !math.IsNaN(r.Sigma)
	case model.RidgeName:
		return r.Mu, true
	case model.ScoreRidgeName:
		return r.ScoreRidge, true
	}
	v, ok := r.Params[name]
	return v, ok
}

// setting returns a parameter's symbol and value as text.
func (l Lesson) setting(name model.Name, v float64) string {
	return l.parameter(name).Symbol + " = " + l.valueText(name, v)
}

// valueText formats a number, or the name of a choice.
func (l Lesson) valueText(name model.Name, v float64) string {
	if p := l.parameter(name); p.Choices != nil {
		return p.Format(v)
	}
	return claim.Number(v)
}

// parameters returns the parameters of these methods, and the parameters that several methods share.
func parameters(methods []model.Method) []model.Param {
	shared := []model.Param{model.Budget(nil), model.Accumulations(nil), model.Clusters(nil), model.TargetRank(nil),
		model.Epsilon(nil), model.QBar(nil), model.SizeRule(nil), model.Oversampling(nil)}
	return append(sweep.Parameters(methods), shared...)
}

// parameter returns the descriptor of a parameter of the kernels or of methods. The symbol of
// others is their name.
func (l Lesson) parameter(name model.Name) model.Param {
	if p, ok := sweep.Parameter(l.params, name); ok {
		return p
	}
	return model.Param{Name: name, Symbol: string(name)}
}

// swept returns the values of the swept parameter.
func (e *evidence) swept() []float64 { return e.lesson.Spec.Over[0].Values }

// rowsAt returns the rows of a method at some values of the swept parameter, in all repetitions. Rows of methods
// without that parameter are at every value. If one is missing or failed it returns nil, and the verdict is Waiting.
func (e *evidence) rowsAt(method string, values ...float64) (list []*sweep.Result) {
	axis := e.lesson.Spec.Over[0].Name
	for _, value := range values {
		for rep := 1; rep <= e.lesson.Spec.Reps; rep++ {
			i := slices.IndexFunc(e.rows, func(r *sweep.Result) bool {
				got, ok := valueOf(r, axis)
				return r.Method == method && r.Rep == rep && (!ok || equal(got, value))
			})
			switch {
			case i < 0:
				e.Needs(e.absent(method, value, rep-1))
				return nil
			case !e.Has(method, e.rows[i].Failure, "", true):
				return nil
			}
			list = append(list, e.rows[i])
		}
	}
	return list
}

// all returns a column's figures in the rows of a method at some values of the swept parameter. If one is missing it
// returns nil, and the verdict is Waiting.
func (e *evidence) all(method, column string, values ...float64) (list []float64) {
	c, _ := sweep.ColumnNamed(column)
	for _, r := range e.rowsAt(method, values...) {
		v, ok := c.Number(r)
		if !e.Has(method, "", column, ok) {
			return nil
		}
		list = append(list, v)
	}
	return list
}

// absent says which rows are missing, and which changed parameter is the reason.
func (e *evidence) absent(method string, value float64, done int) string {
	text := fmt.Sprintf("rows of %s %s", method, e.where(value))
	if done > 0 {
		return fmt.Sprintf("%s (%d of %d repetitions are there)", text, done, e.lesson.Spec.Reps)
	}
	for _, r := range e.strays {
		if r.Method == method {
			return text + " with " + e.lesson.other(r)
		}
	}
	return text
}
