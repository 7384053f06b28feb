package trial

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"

	"gramscope/model"
	"gramscope/model/formula"
	"gramscope/model/kernel"
)

// Setting contains everything that the result of a trial depends on.
type Setting struct {
	Draw   Draw
	Kernel kernel.Member

	Method model.Method
	Params model.Values // every parameter of the method, by name; read only

	// Condition is what m follows from, if it is not zero. Until m is found, m in Params is the default.
	Condition Condition

	Chooses bool // estimates come from other rows than without it: those that choose m

	Point int // the place of the setting among the points of a grid, from 0; no result depends on it

	Mu         float64 // μ, the ridge of the regression
	ScoreRidge float64 // γₛ, the ridge of the leverage scores

	Learner string // one of Learners; "" for none
	Solver  string // one of Solvers

	Tolerance float64 // of an iterative solver, else 0
}

// Draw identifies a draw of rows from a data source. Equal draws are the same rows.
type Draw struct {
	Seed uint64
	Rep  int     // repetition, from 1
	N    int     // training rows
	Test float64 // test rows as a fraction of all drawn, in [0, 1)
	Scale
}

// Rand returns the generator that draws the rows.
func (d Draw) Rand() *rand.Rand { return Stream(d.Seed, "draw", d.Rep) }

// Question is a setting in names and numbers, as in flags, knobs and files.
type Question struct {
	Draw       Draw // N is overridden by n in Values
	Family     kernel.Family
	Method     model.Method
	Assignment                  // checked
	Distances  kernel.Distances // for a width by rule

	Learner, Solver string

	Landmarks int // number of given landmarks
}

// Resolve sets every parameter. Unless they are assigned, γₛ is μ, and m of a method that needs
// landmarks is the number of given ones.
func (q Question) Resolve() Setting {
	s := Setting{Draw: q.Draw, Kernel: q.Kernel(), Method: q.Method, Learner: q.Learner, Solver: q.Solver}
	s.Draw.N = int(q.Values.Of(model.TrainRows(nil), float64(q.Draw.N)))
	s.Mu = q.Values.Of(model.Ridge(nil), model.Ridge(nil).Default)
	s.ScoreRidge = q.Values.Of(model.ScoreRidge(nil), s.Mu)
	if Iterates(q.Solver) {
		tolerance := model.Tolerance(nil)
		s.Tolerance = q.Values.Of(tolerance, tolerance.Default)
	}
	s.Params = model.Values{}
	for _, p := range q.Method.New().Params() {
		switch {
		case p.Name == model.ScoreRidgeName:
			s.Params[p.Name] = s.ScoreRidge
		case p.Name == model.BudgetName && q.Method.Needs.Landmarks:
			s.Params[p.Name] = q.Values.Of(p, min(float64(q.Landmarks), p.Max))
		default:
			s.Params[p.Name] = q.Values.Of(p, p.Value())
		}
		if p.Name == model.BudgetName {
			s.Condition = q.Condition
		}
	}
	return s
}

// Kernel returns the kernel. Its γ is NaN if the width follows from distances that are not known.
func (q Question) Kernel() kernel.Member {
	k := q.Family.Member(q.Values)
	if q.Family.HasGamma() {
		k = k.WithGamma(q.Width.Gamma(q.Family, q.Distances))
	}
	return k
}

// With returns a copy of the setting with another value of one of the method's parameters.
func (s Setting) With(name model.Name, v float64) Setting {
	s.Params = maps.Clone(s.Params)
	s.Params[name] = v
	if name == model.BudgetName {
		s.Condition = Condition{}
	}
	return s
}

// Fitter returns the method with its parameters filled in.
func (s Setting) Fitter() model.Fitter {
	f, err := s.Method.With(s.Params)
	if err != nil {
		panic("trial: an unchecked value: " + err.Error())
	}
	return f
}

// Named returns the method's parameters as files have them: numbers, and the names of choices.
func (s Setting) Named() map[string]any {
	named := map[string]any{}
	for _, p := range s.Method.New().Params() {
		named[string(p.Name)] = s.Params[p.Name]
		if p.Choices != nil {
			named[string(p.Name)] = p.Format(s.Params[p.Name])
		}
	}
	return named
}

// MethodKey identifies the method with its parameters. Settings with the same key draw
// the same random numbers, whatever the kernel: a curve over γ does not jump because of
// other random numbers. m is no part of it for a method that [model.Method.Nests]. It panics until m is found.
func (s Setting) MethodKey() string {
	if !s.Condition.IsZero() {
		panic("trial: the key of " + s.Method.Name + " before its m is found")
	}
	key, f := s.Method.Name, s.Fitter()
	nested := s.Method.Nests != nil && s.Method.Nests(f)
	for _, name := range slices.Sorted(slices.Values(s.relevant())) {
		if nested && name == model.BudgetName {
			continue
		}
		key += fmt.Sprintf(" %s=%g", name, s.Params[name])
	}
	return key
}

// DependsOn reports whether the fit depends on a parameter of the method, given the values of the others.
func (s Setting) DependsOn(name model.Name) bool { return slices.Contains(s.relevant(), name) }

// relevant returns the names of the parameters that the fit depends on.
func (s Setting) relevant() (names []model.Name) {
	for _, p := range s.Fitter().Params() {
		if !p.Tacit {
			names = append(names, p.Name)
		}
	}
	return names
}

// FitKey identifies everything that K̃ depends on. It includes the ridge only for methods that have it as a parameter.
func (s Setting) FitKey() string {
	m := 0.0
	if s.DependsOn(model.BudgetName) {
		m = s.Params[model.BudgetName]
	}
	return fmt.Sprint(s.MethodKey(), " ", m, s.Draw, s.Kernel)
}

// Generator returns the method's random number generator.
func (s Setting) Generator() *rand.Rand { return Stream(s.Draw.Seed, s.Draw.Rep, s.MethodKey()) }

// Stream returns a random number generator. Each key has its own.
func Stream(seed uint64, key ...any) *rand.Rand { return rand.New(rand.NewPCG(seed, Hash(key...))) }

// Hash turns a key into the second half of a generator's seed.
func Hash(key ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, key...)
	return h.Sum64()
}

// Assignment assigns values to parameters. Other parameters have their defaults.
type Assignment struct {
	Width  kernel.Width `json:"-"`      // γ and σ
	Values model.Values `json:"values"` // of all other parameters, by name

	Condition Condition `json:"-"` // from which m follows; the zero value if it does not
}

// With returns a copy of the assignment in which a parameter has another value. One of γ and σ replaces the other.
func (a Assignment) With(name model.Name, v float64) Assignment {
	width, ok := a.Width.With(name, v)
	if ok {
		a.Width = width
		return a
	}
	a = a.Clone()
	a.Values[name] = v
	if name == model.BudgetName {
		a.Condition = Condition{}
	}
	return a
}

// Conditional returns a copy of the assignment in which m follows from a condition.
func (a Assignment) Conditional(c Condition) Assignment {
	a = a.Clone()
	delete(a.Values, model.BudgetName)
	a.Condition = c
	return a
}

// WithAll returns a copy of the assignment with other values of some parameters. values must not contain both γ and σ.
func (a Assignment) WithAll(values model.Values) Assignment {
	for name, v := range values {
		a = a.With(name, v)
	}
	return a
}

// Clone returns a copy that shares nothing with a. Its Values are not nil.
func (a Assignment) Clone() Assignment {
	values := model.Values{}
	maps.Copy(values, a.Values)
	a.Values = values
	return a
}

// Named returns all assigned values by name. They include γ or σ if the width is a number.
func (a Assignment) Named() model.Values {
	values := a.Clone().Values
	if name, v, ok := a.Width.Number(); ok {
		values[name] = v
	}
	return values
}

// Condition is a bound on a figure of a run. Given as m, it stands for the least m found whose figure meets it. The
// zero value is no condition.
type Condition struct {
	Figure string // a column of results
	Sign   string // "<=" or ">="
	Bound  string // a formula of numbers and of columns of results, in their names
}

// IsZero reports whether there is no condition.
func (c Condition) IsZero() bool { return c == Condition{} }

// String returns the condition as it is typed, "" for none.
func (c Condition) String() string { return c.Figure + c.Sign + c.Bound }

// Formula returns the bound, which was checked.
func (c Condition) Formula() *formula.Formula {
	f, err := formula.Parse(c.Bound)
	if err != nil {
		panic(fmt.Sprintf("trial: the condition %s: %v", c, err))
	}
	return f
}
