package sweep

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/formula"
	"gramscope/model/trial"
)

// Coupling sets a parameter by a formula of others, such as m = ceil(1.5·n^(3/13)), at every point of a
// grid. Theorems often state parameters in this form.
//
// A formula may use every parameter (with _ for each - in its name), d, which is the number of features, and the names
// of earlier couplings. If Name is not a parameter it names an intermediate value that later formulas may use.
type Coupling struct {
	Name    string `json:"name"`
	Formula string `json:"formula"`
}

func (c Coupling) String() string { return c.Name + "=" + c.Formula }

// ParseCoupling parses NAME=FORMULA. The error is a *SpecError.
func ParseCoupling(text string) (Coupling, error) {
	name, right, ok := strings.Cut(text, "=")
	c := Coupling{strings.TrimSpace(name), strings.TrimSpace(right)}
	if !ok || c.Name == "" || c.Formula == "" {
		return c, &SpecError{fmt.Sprintf("%q is not NAME=FORMULA", clipped(text)),
			remedy.Do("write it as in m=ceil(1.5*n^(3/13))")}
	}
	return c, nil
}

// clipped returns at most the first 60 characters of a text, for a message.
func clipped(text string) string {
	const most = 60
	if start := []rune(text); len(start) > most {
		return string(start[:most]) + "…"
	}
	return text
}

// Coupled returns the names of the parameters that a formula may set: all but n and choices.
func Coupled(params []model.Param) (names []string) {
	for _, p := range params {
		if p.Name != model.TrainRowsName && p.Choices == nil {
			names = append(names, string(p.Name))
		}
	}
	return names
}

// Couplings are the couplings of a spec, parsed and checked.
type Couplings struct {
	params []model.Param // all that formulas may use
	list   []coupled
}

type coupled struct {
	Coupling
	param   model.Param // the zero value for an intermediate value
	formula *formula.Formula
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Couplings parses and checks the couplings of the spec. params are all parameters that formulas
// may use, see [Parameters]. The error is a *SpecError.
func (s Spec) Couplings(params []model.Param) (*Couplings, error) {
	c := &Couplings{params: params}
	for _, one := range s.With {
		read, err := c.read(one)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(s.Over, func(a Axis) bool { return SameParameter(a.Name, model.Name(one.Name)) }) {
			return nil, &SpecError{fmt.Sprintf("%s is swept, and a formula sets it as well", one.Name),
				remedy.By("sweep another parameter", "over", "").Or(remedy.Do("leave the formula out"))}
		}
		for _, before := range c.list {
			for _, used := range before.formula.Names() {
				if dependsOn(used, one.Name) {
					const problem = "%s: %s follows from a formula itself, which comes later"
					return nil, &SpecError{fmt.Sprintf(problem, clipped(before.String()), used),
						remedy.Do(fmt.Sprintf("give that for %s first", one.Name))}
				}
			}
		}
		c.list = append(c.list, read)
	}
	return c, nil
}

// read parses one coupling, which may use those before it.
func (c *Couplings) read(one Coupling) (coupled, error) {
	bad := func(problem, instead string) (coupled, error) {
		return coupled{}, &SpecError{fmt.Sprintf("%s: %s", clipped(one.String()), problem), remedy.Do(instead)}
	}
	isName := identifier.MatchString(one.Name) && !slices.Contains(formula.Functions(), one.Name)
	isTwice := func(before coupled) bool { return SameParameter(model.Name(before.Name), model.Name(one.Name)) }
	similar := slices.IndexFunc(c.params, func(p model.Param) bool { return p.Name.Column() == one.Name })
	param, isParameter := Parameter(c.params, model.Name(one.Name))
	switch {
	case one.Name == model.TrainRowsName || one.Name == "d":
		return bad(one.Name+" is the size of the data and follows from nothing", "sweep n, and let others follow from it")
	case isParameter && param.Choices != nil:
		return bad(one.Name+" is a choice, not a number", "set it")
	case !isParameter && similar >= 0:
		return bad("only a formula writes "+one.Name, "write "+string(c.params[similar].Name)+"=")
	case !isParameter && !isName:
		return bad(fmt.Sprintf("%q is no name for a number", clipped(one.Name)),
			"use letters, digits and _, but no function's name")
	case slices.ContainsFunc(c.list, isTwice):
		return bad("there are two formulas for "+one.Name, "leave one of them out")
	}
	f, err := formula.Parse(one.Formula)
	if syntax := (*formula.SyntaxError)(nil); errors.As(err, &syntax) {
		return bad(syntax.Error(),
			"write numbers, names of parameters, + - * / ^ and "+strings.Join(formula.Functions(), ", "))
	}
	known := c.names()
	for _, name := range f.Names() {
		switch {
		case dependsOn(name, one.Name):
			return bad(one.Name+" follows from itself", "use other parameters")
		case !slices.Contains(known, name):
			other := "use " + strings.Join(known, ", ") + "; define any other name by an earlier formula"
			return bad("there is no parameter "+name, data.Instead(name, known, other))
		}
	}
	return coupled{one, param, f}, nil
}

// Unused returns the names of the intermediate values that no later formula uses.
func (c *Couplings) Unused() (names []string) {
	for i, one := range c.list {
		uses := func(later coupled) bool { return slices.Contains(later.formula.Names(), one.Name) }
		if one.param.Name == "" && !slices.ContainsFunc(c.list[i+1:], uses) {
			names = append(names, one.Name)
		}
	}
	return names
}

// names returns the names that the next formula may use.
func (c *Couplings) names() []string {
	names := []string{"d"}
	for _, p := range c.params {
		if p.Choices == nil {
			names = append(names, p.Name.Column())
		}
	}
	for _, one := range c.list {
		if one.param.Name == "" {
			names = append(names, one.Name)
		}
	}
	return names
}

// Formula returns the formula that sets a parameter, or "" if none does. gamma and sigma name the same parameter.
func (s Spec) Formula(name model.Name) string {
	for _, c := range s.With {
		if SameParameter(model.Name(c.Name), name) {
			return c.Formula
		}
	}
	return ""
}

// Apply returns the assignment of a question with the values of the coupled parameters filled in. dims is d. The error
// is a *SpecError if a formula has no value, or one out of the parameter's range, or needs an m that is not known.
func (c *Couplings) Apply(q trial.Question, dims int) (trial.Assignment, error) {
	own := map[string]float64{}
	for _, one := range c.list {
		if slices.Contains(one.formula.Names(), model.BudgetName) && !q.Condition.IsZero() {
			return q.Assignment, &SpecError{fmt.Sprintf("%s: m follows from %s", clipped(one.String()), q.Condition),
				remedy.By("give a number", model.BudgetName, "").Or(remedy.Do("leave m out of the formula"))}
		}
		numbers := c.numbers(q, dims)
		maps.Copy(numbers, own)
		v, err := one.formula.Value(numbers)
		if err == nil && one.param.Name != "" {
			if v, err = one.param.Check(v); err != nil {
				err = fmt.Errorf("%w%s", err, one.formula.At(numbers))
			}
		}
		switch {
		case err != nil:
			return q.Assignment, &SpecError{fmt.Sprintf("%s: %v", clipped(one.String()), err),
				remedy.Do("change the formula, or bound it by min and max")}
		case one.param.Name == "":
			own[one.Name] = v
		default:
			q.Assignment = q.With(one.param.Name, v)
		}
	}
	return q.Assignment, nil
}

// numbers returns the values that a formula may use at a point, NaN for a width that is not known.
func (c *Couplings) numbers(q trial.Question, dims int) map[string]float64 {
	numbers := map[string]float64{}
	for _, p := range c.params {
		numbers[p.Name.Column()] = q.Values.Of(p, p.Default)
	}
	numbers["d"], numbers[model.TrainRowsName] = float64(dims), q.Values.Of(model.TrainRows(nil), float64(q.Draw.N))
	numbers[scoreRidge] = q.Values.Of(model.ScoreRidge(nil), numbers[model.RidgeName])
	k := q.Kernel()
	numbers[model.GammaName], numbers[model.SigmaName] = k.Gamma(), k.Sigma()
	return numbers
}

// dependsOn reports whether a number in a formula depends on a parameter. γₛ, if it is not given, depends on μ.
func dependsOn(number, parameter string) bool {
	set, used := model.Name(parameter), model.Name(number)
	return set.Column() == number || SameParameter(set, used) || set == model.RidgeName && number == scoreRidge
}

// scoreRidge is γₛ in a formula.
var scoreRidge = model.Name(model.ScoreRidgeName).Column()

// SameParameter reports whether two names set the same parameter, as gamma and sigma do.
func SameParameter(a, b model.Name) bool { return a == b || model.IsWidth(a) && model.IsWidth(b) }
