package sweep

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
)

// Plan is a spec that has been checked against the methods and the data, with
// γ fixed and the cells in order.
type Plan struct {
	Spec  Spec    // as given, n clamped
	Gamma float64 // of the cells that do not sweep it; NaN where the kernel has none
	Sigma float64
	Notes []string // what the user should know before it runs
	Cells []Cell

	store   *Store
	family  model.Family
	methods []model.Method
	extra   []string // parameters with a column of their own
	upTo    int      // the largest rank a floor may be asked for
}

// Cell is one run.
type Cell struct {
	Rep    int                // from 1
	Method string             // one of the plan's
	Values map[string]float64 // of every parameter that is set for it, by name

	method model.Method
}

// Prepare checks the spec and lays out its cells. What is wrong with the spec
// is a *SpecError; trouble in the data is the source's error. It draws the
// first repetition's rows if the kernel's width comes from the data.
func Prepare(ctx context.Context, spec Spec, methods []model.Method, store *Store) (*Plan, error) {
	p := &Plan{Spec: spec.Clone(), store: store}
	if n, ok := p.Spec.Values["n"]; ok { // n is a field of its own
		p.Spec.N = int(n)
		delete(p.Spec.Values, "n")
	}
	for _, step := range []func([]model.Method) error{p.chooseMethods, p.chooseKernel, p.checkValues, p.checkAxes, p.checkNumbers} {
		if err := step(methods); err != nil {
			return nil, err
		}
	}
	if err := p.fixWidth(ctx); err != nil {
		return nil, err
	}
	p.layOut()
	if err := p.checkNeeds(); err != nil {
		return nil, err
	}
	return p, p.checkMemory()
}

// Columns are the columns of the plan's results.
func (p *Plan) Columns() []Column { return Columns(p.extra) }

func (p *Plan) chooseMethods(all []model.Method) error {
	if len(p.Spec.Methods) == 0 {
		return &SpecError{"no method is chosen", "name at least one with --methods"}
	}
	var names []string
	for _, m := range all {
		names = append(names, m.Name)
	}
	for _, name := range p.Spec.Methods {
		i := slices.Index(names, name)
		if i < 0 {
			return unknown("method", name, names)
		}
		if slices.ContainsFunc(p.methods, func(m model.Method) bool { return m.Name == name }) {
			return &SpecError{fmt.Sprintf("method %s is named twice", name), "name each method once"}
		}
		p.methods = append(p.methods, all[i])
	}
	return nil
}

func unknown(what, name string, names []string) error {
	remedy := "choose one of " + strings.Join(names, ", ")
	if near := data.Nearest(name, names); near != "" {
		remedy = fmt.Sprintf("did you mean %s?", near)
	}
	return &SpecError{fmt.Sprintf("unknown %s %q", what, name), remedy}
}

func (p *Plan) chooseKernel([]model.Method) error {
	var names []string
	for _, f := range model.Families() {
		if f.Name == p.Spec.Kernel {
			p.family = f
			return p.checkPeriodic()
		}
		names = append(names, f.Name)
	}
	return unknown("kernel", p.Spec.Kernel, names)
}

func (p *Plan) checkPeriodic() error {
	if p.family.Name != "periodic" {
		return nil
	}
	if d := p.store.source.Dims(); d != 1 {
		return &SpecError{fmt.Sprintf("the periodic kernel is for one column in [0,1), these data have %d", d),
			"choose one with --columns, or another kernel"}
	}
	p.Spec.Standardize = false
	return nil
}

func (p *Plan) checkValues(all []model.Method) error {
	params := Parameters(all)
	for _, name := range slices.Sorted(maps.Keys(p.Spec.Values)) {
		param, ok := Parameter(params, name)
		if !ok {
			return unknown("parameter", name, parameterNames(params))
		}
		if _, err := param.Check(p.Spec.Values[name]); err != nil {
			return &SpecError{err.Error(), "choose a value in the range"}
		}
	}
	_, gamma := p.Spec.Values["gamma"]
	_, sigma := p.Spec.Values["sigma"]
	if gamma && sigma {
		return &SpecError{"gamma and sigma are both given, and are the same knob", "give one of them"}
	}
	return nil
}

func parameterNames(params []model.Param) []string {
	var names []string
	for _, q := range params {
		names = append(names, q.Name)
	}
	return names
}

func (p *Plan) checkAxes(all []model.Method) error {
	params := Parameters(all)
	seen := map[string]bool{}
	for _, axis := range p.Spec.Over {
		param, ok := Parameter(params, axis.Name)
		switch {
		case !ok:
			return unknown("parameter to sweep over", axis.Name, parameterNames(params))
		case seen[axis.Name]:
			return &SpecError{fmt.Sprintf("%s is swept twice", axis.Name), "give one list for it"}
		case len(axis.Values) == 0:
			return &SpecError{fmt.Sprintf("over %s: no values", axis.Name), "give a list such as 10,50,200"}
		}
		seen[axis.Name] = true
		for _, v := range axis.Values {
			if _, err := param.Check(v); err != nil {
				return &SpecError{err.Error(), "choose values in the range"}
			}
		}
		if !p.matters(axis.Name) {
			return &SpecError{fmt.Sprintf("over %s: neither the kernel %s nor a chosen method uses it", axis.Name, p.family.Name),
				"sweep another parameter or choose other methods"}
		}
	}
	if seen["gamma"] && seen["sigma"] {
		return &SpecError{"gamma and sigma are both swept, and are the same knob", "sweep one of them"}
	}
	return nil
}

// matters reports whether some figure of the results depends on a parameter.
func (p *Plan) matters(name string) bool {
	switch name {
	case "n", "mu", "score-ridge":
		return true
	case "sigma":
		name = "gamma"
	}
	return p.family.HasParam(name) || slices.ContainsFunc(p.methods, func(m model.Method) bool { return m.Uses(name) })
}

func (p *Plan) checkNumbers([]model.Method) error {
	s := &p.Spec
	switch {
	case s.Reps < 1:
		return &SpecError{fmt.Sprintf("reps = %d", s.Reps), "give at least 1"}
	case !(s.Test >= 0 && s.Test < 1):
		return &SpecError{fmt.Sprintf("the test fraction %v is outside [0, 1)", s.Test), "give 0.2, say"}
	case s.N < 1:
		return &SpecError{fmt.Sprintf("n = %d", s.N), "give at least 1"}
	case s.Seed > math.MaxInt64:
		return &SpecError{fmt.Sprintf("seed = %d", s.Seed), "give a seed below 2⁶³"}
	}
	if rows := p.store.source.Rows(); rows > 0 && s.N > rows {
		p.Notes = append(p.Notes, fmt.Sprintf("n = %d clamped to the %d rows of %s", s.N, rows, p.store.source.Name()))
		s.N = rows
	}
	for i, axis := range s.Over {
		if axis.Name == "n" {
			s.Over[i].Values = p.clampRows(axis.Values)
		}
	}
	return nil
}

func (p *Plan) clampRows(values []float64) []float64 {
	rows := float64(p.store.source.Rows())
	var kept []float64
	for _, v := range values {
		if rows > 0 && v > rows {
			p.Notes = append(p.Notes, fmt.Sprintf("n = %g clamped to the %g rows of %s", v, rows, p.store.source.Name()))
			v = rows
		}
		if !slices.Contains(kept, v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// fixWidth sets γ: as given, or from the distances of the first repetition.
func (p *Plan) fixWidth(ctx context.Context) error {
	p.Gamma, p.Sigma = math.NaN(), math.NaN()
	if !p.family.HasParam("gamma") {
		return nil
	}
	gamma, given := p.Spec.Values["gamma"]
	sigma, width := p.Spec.Values["sigma"]
	switch {
	case given:
		p.Gamma, p.Sigma = gamma, p.family.SigmaOf(gamma)
		return nil
	case width:
		p.Gamma, p.Sigma = p.family.GammaOf(sigma), sigma
		return nil
	}
	median, mean, err := p.Widths(ctx)
	if err != nil {
		return err
	}
	switch p.Spec.Width {
	case "median":
		p.Sigma = median
	case "mean":
		p.Sigma = mean
	default:
		return &SpecError{fmt.Sprintf("sigma %q is neither a number nor a rule", p.Spec.Width), "give a number, median or mean"}
	}
	p.Gamma = p.family.GammaOf(p.Sigma)
	return nil
}

// Widths are the median and the mean distance of the first repetition's rows.
func (p *Plan) Widths(context.Context) (median, mean float64, err error) {
	d, err := p.store.draw(p.drawKey(1, p.Spec.N))
	if err != nil {
		return 0, 0, err
	}
	rng := rand.New(rand.NewPCG(p.Spec.Seed, hash("width")))
	median, mean = model.PairwiseDistance(d.x, p.family.Geometry, rng)
	return median, mean, nil
}

func (p *Plan) drawKey(rep, n int) drawKey {
	return drawKey{p.Spec.Seed, rep, n, p.Spec.Test, p.Spec.Standardize}
}

// layOut makes the cells: repetitions outermost, then the axes as given, then
// the methods.
func (p *Plan) layOut() {
	points := []map[string]float64{p.Spec.Values}
	for _, axis := range p.Spec.Over {
		var next []map[string]float64
		for _, point := range points {
			for _, v := range axis.Values {
				at := maps.Clone(point)
				if at == nil {
					at = map[string]float64{}
				}
				at[axis.Name] = v
				if axis.Name == "gamma" {
					delete(at, "sigma")
				}
				if axis.Name == "sigma" {
					delete(at, "gamma")
				}
				next = append(next, at)
			}
		}
		points = next
	}
	for rep := 1; rep <= p.Spec.Reps; rep++ {
		for _, point := range points {
			for _, m := range p.methods {
				p.Cells = append(p.Cells, Cell{Rep: rep, Method: m.Name, Values: point, method: m})
				p.upTo = max(p.upTo, p.rankOf(m, point))
			}
		}
	}
	for _, name := range append(slices.Clone(p.family.Uses), p.methodParams()...) {
		if name != "gamma" && !slices.Contains(commonColumns[:], name) && !slices.Contains(p.extra, name) {
			p.extra = append(p.extra, name)
		}
	}
}

func (p *Plan) methodParams() []string {
	var names []string
	for _, m := range p.methods {
		for _, q := range m.New().Params() {
			names = append(names, q.Name)
		}
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "mu" || n == "score-ridge" })
}

// rankOf is a bound of the rank that m can reach at a point of the grid, if
// its budget says so.
func (p *Plan) rankOf(m model.Method, point map[string]float64) int {
	for _, q := range m.New().Params() {
		if q.Name == "m" {
			if v, ok := point["m"]; ok {
				return int(v)
			}
			return int(q.Default)
		}
	}
	return 0
}

// checkNeeds refuses a method that the kernel or the size does not suit.
func (p *Plan) checkNeeds() error {
	for _, c := range p.Cells {
		_, _, k, err := p.kernelOf(c)
		if err != nil {
			return &SpecError{err.Error(), "choose a value in the range"}
		}
		if why := c.method.Unmet(k, p.rowsOf(c)); why != "" {
			return &SpecError{why, "choose another kernel, or leave " + c.Method + " out"}
		}
	}
	return nil
}

// Applicable splits the methods into those that the spec's kernel and size
// suit and the reasons why the others are left out.
func Applicable(methods []model.Method, kernel string, n int) (names, notes []string) {
	for _, f := range model.Families() {
		if f.Name != kernel {
			continue
		}
		k, err := f.Kernel(model.Shape{Gamma: 1, Degree: 2, Offset: 1, Beta: 1})
		if err != nil {
			panic("sweep: " + err.Error())
		}
		for _, m := range methods {
			if why := m.Unmet(k, n); why != "" {
				notes = append(notes, why)
			} else {
				names = append(names, m.Name)
			}
		}
	}
	return names, notes
}

func (p *Plan) rowsOf(c Cell) int {
	if n, ok := c.Values["n"]; ok {
		return int(n)
	}
	return p.Spec.N
}

// kernelOf is the kernel of a cell, with γ and σ.
func (p *Plan) kernelOf(c Cell) (gamma, sigma float64, k model.Kernel, err error) {
	shape := p.shapeOf(c)
	k, err = p.family.Kernel(shape)
	if !p.family.HasParam("gamma") {
		return math.NaN(), math.NaN(), k, err
	}
	return shape.Gamma, p.family.SigmaOf(shape.Gamma), k, err
}

// shapeOf holds the parameters that the kernel uses, and zero elsewhere.
func (p *Plan) shapeOf(c Cell) model.Shape {
	s := model.Shape{Gamma: p.Gamma}
	if g, ok := c.Values["gamma"]; ok {
		s.Gamma = g
	} else if w, ok := c.Values["sigma"]; ok {
		s.Gamma = p.family.GammaOf(w)
	}
	value := func(param model.Param) float64 {
		if !p.family.HasParam(param.Name) {
			return 0
		}
		if v, ok := c.Values[param.Name]; ok {
			return v
		}
		return param.Default
	}
	if !p.family.HasParam("gamma") {
		s.Gamma = 0
	}
	s.Degree = int(value(model.Degree(nil)))
	s.Offset = value(model.Offset(nil))
	s.Beta = int(value(model.Beta(nil)))
	return s
}
