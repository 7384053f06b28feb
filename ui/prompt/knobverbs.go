package prompt

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/widget"
)

// Value is a value of a parameter: a number, unless one of the others is given.
type Value struct {
	Param     model.Param
	Number    float64
	Formula   string          // a formula of other parameters, after =
	Rule      string          // a rule for σ from the distances
	Condition trial.Condition // a condition from which m follows
}

// Knob returns the verb that sets a parameter. now is its present value, NaN if it is unknown. take is called with the
// value that was read, and returns what sets it.
func Knob(p model.Param, now float64, take func(Value) (run func(), err error)) Verb {
	v := Verb{Names: []string{string(p.Name)}, Arg: "VALUE", Doc: p.Doc, One: true, Choices: knobChoices(p, now)}
	if p.Symbol != string(p.Name) {
		v.Names = append(v.Names, p.Symbol)
	}
	v.Read = func(arg string) (func(), error) {
		switch {
		case arg == "" && p.Choices == nil:
			return nil, fmt.Errorf("%s: %s; %s", p.Name, p.Doc, typeNumber(p))
		case p.Choices != nil:
			it, err := find(string(p.Name), strings.TrimLeft(arg, "= "), v.Choices)
			if err != nil {
				return nil, err
			}
			arg = it.Name
		}
		value, err := ReadValue(p, arg)
		if err != nil {
			return nil, err
		}
		return take(value)
	}
	return v
}

// knobChoices returns candidates for a parameter's value: the present one, the default, and the names of rules.
func knobChoices(p model.Param, now float64) (list []widget.Item) {
	if p.Choices != nil {
		return Choices(p)
	}
	if !math.IsNaN(now) {
		list = append(list, widget.Item{Name: p.Format(now), Note: "now"})
	}
	if d := p.Default; !math.IsNaN(d) && d != now {
		list = append(list, widget.Item{Name: p.Format(d), Note: "default"})
	}
	if p.Name == model.SigmaName {
		for _, rule := range kernel.WidthRules() {
			list = append(list, widget.Item{Name: rule, Note: "of the distances"})
		}
	}
	return list
}

// Choices returns the named values of a parameter, with notes.
func Choices(p model.Param) (list []widget.Item) {
	for _, c := range p.Choices {
		it := widget.Item{Name: c}
		if family, ok := kernel.Lookup(c); ok && p.Name == "kernel" {
			it.Note = family.Doc
		}
		list = append(list, it)
	}
	return list
}

// ReadValue reads a value of a parameter, with or without =, or a formula after =.
func ReadValue(p model.Param, text string) (v Value, err error) {
	v.Param = p
	bare := strings.TrimLeft(text, "= ")
	isRule := slices.Contains(kernel.WidthRules(), bare)
	switch {
	case p.Name == model.SigmaName && isRule:
		v.Rule = bare
	case p.Name == model.BudgetName && sweep.LooksConditional(bare):
		v.Condition, err = sweep.ParseCondition(bare)
	default:
		v.Number, err = p.Parse(bare)
		outside := (*model.RangeError)(nil) // which names the range
		switch {
		case err == nil || errors.As(err, &outside):
		case bare != text && !isRule && p.Group != model.GroupData: // n, seed and repetitions follow from nothing
			return Value{Param: p, Formula: "=" + bare}, nil
		default:
			err = fmt.Errorf("%w; %s", err, typeNumber(p))
		}
	}
	return v, err
}

// typeNumber says what a parameter's value can be.
func typeNumber(p model.Param) string {
	text := fmt.Sprintf("type a number from %s to %s", number.Short(p.Min), number.Short(p.Max))
	if model.IsWidth(p.Name) {
		text += ", or sigma and a rule: " + strings.Join(kernel.WidthRules(), " or ")
	}
	return text
}
