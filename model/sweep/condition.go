package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/formula"
	"gramscope/model/trial"
)

// Found is an m that meets a condition.
type Found struct {
	M     int
	Below int // the largest m tried that does not meet it; 0 for none

	Value, SE float64 // of the condition's figure at M, estimated from rows that did not choose M; SE is NaN if exact
}

// LooksConditional reports whether a text for a parameter is meant as a condition, correct or not.
func LooksConditional(text string) bool { return strings.ContainsAny(text, "<>≤≥") }

// badCondition returns the error of a text that is not a condition; at is the byte of the fault.
func badCondition(text string, at int, problem, instead string) *SpecError {
	column := 1 + utf8.RuneCountInString(text[:at])
	return &SpecError{fmt.Sprintf("%q, column %d: %s", text, column, problem), remedy.Do(instead)}
}

// conditions are texts of conditions: a figure, a sign and a bound.
var conditions = regexp.MustCompile(`^\s*([^<>=≤≥]*?)\s*(<=|>=|≤|≥)\s*(.*?)\s*$`)

// ParseCondition parses a condition on columns of results, such as error<=0.01 or rmse_test<=1.02*rmse_test_exact. The
// error is a *SpecError with a column of the text, in characters.
func ParseCondition(text string) (trial.Condition, error) {
	bad := func(at int, problem string) (trial.Condition, error) {
		return trial.Condition{}, badCondition(text, at, problem, "write it as in error<=0.01")
	}
	at := conditions.FindStringSubmatchIndex(text)
	if at == nil {
		return bad(max(0, strings.IndexAny(text, "<>=≤≥")), "a figure is bounded by <= or >=")
	}
	sign := strings.NewReplacer("≤", "<=", "≥", ">=").Replace(text[at[4]:at[5]])
	c := trial.Condition{Figure: text[at[2]:at[3]], Sign: sign, Bound: text[at[6]:at[7]]}
	wrong := (*formula.SyntaxError)(nil)
	if _, err := formula.Parse(c.Bound); errors.As(err, &wrong) {
		before := []rune(c.Bound)
		before = before[:min(wrong.Column-1, len(before))]
		return bad(at[6]+len(string(before)), fmt.Sprintf("%q is no bound: %s", c.Bound, wrong.Problem))
	}
	_, err := columnsOf(c, text)
	return c, err
}

// columnsOf returns the columns in a condition, which was read from a text, by name. The error is that of
// [ParseCondition].
func columnsOf(c trial.Condition, text string) (map[string]Column, error) {
	known, names := map[string]Column{}, []string{}
	for _, col := range AllColumns() {
		if !col.Varies && col.content.kind != textCells && !col.Input {
			known[col.Name] = col
			names = append(names, col.Name)
		}
	}
	out := map[string]Column{}
	for i, name := range append([]string{c.Figure}, c.Formula().Names()...) {
		col, ok := known[name]
		if !ok {
			at := strings.Index(text, name)
			if i > 0 {
				at = strings.LastIndex(text, c.Bound)
			}
			instead := data.Instead(name, names, "give a figure such as error, rmse_test or evidence_gap")
			return nil, badCondition(text, at, fmt.Sprintf("m can't follow from %q", name), instead)
		}
		out[name] = col
	}
	if better := out[c.Figure].Better; better == Higher && c.Sign == "<=" || better == Lower && c.Sign == ">=" {
		problem := fmt.Sprintf("a small m is enough to make %s that bad", c.Figure)
		return nil, badCondition(text, strings.IndexAny(text, "<>≤≥"), problem, "turn the sign round")
	}
	return out, nil
}

// checkCondition returns an error if the condition has a figure that the plan's runs can't have.
func checkCondition(p *Plan) error {
	c := p.Spec.Condition
	if c.IsZero() {
		return nil
	}
	columns, err := columnsOf(c, c.String())
	if err != nil {
		return err
	}
	for _, col := range columns {
		switch needs := col.Needs(); {
		case !needs.Has(FigureRegression):
		case !p.store.Source().HasTarget():
			return &SpecError{fmt.Sprintf("m can't follow from %s: %s has no target", c, p.store.Source().Name()),
				remedy.By("name one", "target", "")}
		case !col.Target.Suits(p.learner() != trial.LearnRidge):
			return &SpecError{fmt.Sprintf("m can't follow from %s: %s has no %s", c, p.learner(), col.Name), boundError}
		case p.Spec.Test == 0 && strings.HasSuffix(col.Name, "_test"):
			return &SpecError{fmt.Sprintf("m can't follow from %s: there are no test rows", c),
				remedy.By("draw some", "test", "0.2")}
		}
	}
	return nil
}

// boundError is the remedy of a condition on a figure that runs do not have.
var boundError = remedy.By("bound another figure", model.BudgetName, "error<=0.01")

// Resolved returns a cell with the m that its condition leads to, or the cell itself if it has none.
func (p *Plan) Resolved(ctx context.Context, s trial.Setting) (trial.Setting, error) {
	if s.Condition.IsZero() {
		return s, nil
	}
	found, err := p.find(ctx, s)
	if err != nil {
		return s, err
	}
	return withBudget(s, found.M), nil
}

// find doubles m until the condition of a cell is met, and then bisects until the largest m that does not meet it is at
// most a sixteenth, or 1, below. So there may be a smaller m that meets it, the more so as the figure need not get
// better with every m. Estimates have to meet the condition by their standard errors; they come from other rows than
// those of the row's figures, which would be too good where they choose m. The store remembers the result. The error is
// a *data.Error if no m tried meets the condition, the method's, or the context's.
func (p *Plan) find(ctx context.Context, s trial.Setting) (Found, error) {
	q := *p
	q.Spec.Condition, q.Spec.Figures = trial.Condition{}, Figures{}
	columns, err := columnsOf(s.Condition, s.Condition.String())
	if err != nil {
		return Found{}, err
	}
	for _, c := range columns {
		q.Spec.Figures = q.Spec.Figures.With(c.Needs()...)
	}
	search := search{&q, s, columns}
	search.cell.Chooses = true
	key := fmt.Sprint(q.rowKey(withBudget(search.cell, 1)), s.Condition, p.Spec.MaxMemory)
	return p.store.found.Get(key, 1, 20000, func() (found Found, err error) {
		defer Recovered(&err)
		return search.run(ctx)
	})
}

// search is the search for an m that meets the condition of a cell.
type search struct {
	plan    *Plan
	cell    trial.Setting
	columns map[string]Column
}

func (s search) run(ctx context.Context) (Found, error) {
	most, limited := s.largest()
	low, high := 0, min(16, most)
	if most < 1 {
		return Found{}, s.plan.check(withBudget(s.cell, 1))
	}
	nearest, least := Found{}, math.Inf(1)
	for known := false; !known || high-low > max(1, low/16); {
		m := high
		if known {
			m = (low + high) / 2
		}
		found, short, err := s.at(ctx, m)
		if !(short >= least) {
			nearest, least = found, short
		}
		switch {
		case err != nil:
			return Found{}, err
		case short <= 0:
			high, known = m, true
		case m == most:
			return Found{}, unmet(s.cell, most, limited, nearest)
		case known:
			low = m
		default:
			low, high = m, min(2*m, most)
		}
	}
	s.cell.Chooses = false
	found, _, err := s.at(ctx, high)
	found.Below = low
	return found, err
}

// largest returns the largest m that makes sense and that the memory limit allows, and whether the limit decides it.
func (s search) largest() (most int, limited bool) {
	most = int(model.Budget(nil).Max)
	if !s.cell.Method.Features {
		most = min(most, s.cell.Draw.N)
	}
	if s.cell.Method.Needs.Landmarks {
		most = min(most, s.plan.store.Source().Landmarks().Count())
	}
	fits := sort.Search(most, func(i int) bool { return s.plan.check(withBudget(s.cell, i+1)) != nil })
	return fits, fits < most
}

// at returns what is found at m, and how far it is from meeting the condition by its standard error: not above 0 if it
// does.
func (s search) at(ctx context.Context, m int) (found Found, short float64, err error) {
	c, condition := withBudget(s.cell, m), s.cell.Condition
	row, err := s.plan.compute(ctx, c, s.plan.EmptyRow(c), 1)
	if err != nil {
		return found, 0, err
	}
	numbers := map[string]float64{}
	for name, col := range s.columns {
		v, ok := col.Number(&row)
		if !ok {
			problem := fmt.Sprintf("m can't follow from %s: runs of %s have no %s", condition, c.Method.Name, name)
			return found, 0, &SpecError{problem, boundError}
		}
		numbers[name] = v
	}
	found = Found{M: m, Value: numbers[condition.Figure], SE: math.NaN()}
	if figure := s.columns[condition.Figure]; figure.Estimated {
		found.SE = row.Get(StandardErrorOf(figure.Name))
	}
	bound, err := condition.Formula().Value(numbers)
	if short = found.Value - bound; condition.Sign == ">=" {
		short = -short
	}
	if found.SE > 0 {
		short += found.SE
	}
	return found, short, err
}

// withBudget returns a cell with a value of m in place of a condition.
func withBudget(s trial.Setting, m int) trial.Setting { return s.With(model.BudgetName, float64(m)) }

// unmet is the error of a condition that no m tried up to the largest, which memory may limit, meets.
func unmet(s trial.Setting, largest int, limited bool, nearest Found) error {
	c, value, se, why, remedies := s.Condition, nearest.Value, nearest.SE, "there is", remedy.Do("take another method")
	if limited {
		why, remedies = "memory allows", remedy.Change(remedy.Raise, "max-memory")
	}
	text := fmt.Sprintf("of the m tried up to %d, the largest that %s, none meets %s with %s: m = %d comes nearest, ",
		largest, why, c, s.Method.Name, nearest.M) + fmt.Sprintf("%s = %.3g", c.Figure, value)
	if se > 0 {
		text += fmt.Sprintf(" ± %.1g", se)
	} else {
		se = 0
	}
	if _, err := strconv.ParseFloat(c.Bound, 64); err == nil && value > 0 {
		looser := 1.1 * (value + se)
		if c.Sign == ">=" {
			looser = 0.9 * (value - se)
		}
		c.Bound = strconv.FormatFloat(looser, 'g', 2, 64)
		remedies = remedy.By("loosen the bound", string(model.BudgetName), c.String()).Or(remedies)
	}
	return &data.Error{Problem: text, Remedies: remedies}
}
