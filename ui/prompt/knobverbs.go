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

// knobVerb returns the verb that sets a parameter.
func (s Scope) knobVerb(p model.Param) verb {
	v := verb{names: []string{string(p.Name)}, arg: "VALUE", doc: p.Doc, one: true, choices: knobChoices(p, s.Value(p))}
	if p.Symbol != string(p.Name) {
		v.names = append(v.names, p.Symbol)
	}
	v.read = func(arg string) (any, error) { return readKnob(p, arg) }
	return v
}

// knobChoices returns candidates for a parameter's value: the present one, the default, and the names of rules.
func knobChoices(p model.Param, now float64) []widget.Item {
	if p.Choices != nil {
		return Choices(p)
	}
	var list []widget.Item
	if !math.IsNaN(now) {
		list = append(list, widget.Item{Name: rounded(p, now), Note: "now"})
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
func Choices(p model.Param) []widget.Item {
	var list []widget.Item
	for _, c := range p.Choices {
		it := widget.Item{Name: c}
		if family, ok := kernel.Lookup(c); ok && p.Name == "kernel" {
			it.Note = family.Doc
		}
		list = append(list, it)
	}
	return list
}

// rounded formats a value with three digits, or in full if the rounded value is not valid.
func rounded(p model.Param, v float64) string {
	text := number.Short(v)
	if _, err := p.Parse(text); err != nil {
		return p.Format(v)
	}
	return text
}

func readKnob(p model.Param, arg string) (any, error) {
	switch {
	case arg == "" && p.Choices == nil:
		return nil, fmt.Errorf("%s: %s; type a number from %s to %s", p.Name, p.Doc, number.Short(p.Min), number.Short(p.Max))
	case p.Choices != nil:
		it, err := find(string(p.Name), arg, Choices(p))
		if err != nil {
			return nil, err
		}
		arg = it.Name
	}
	return ReadValue(p, arg)
}

// ReadValue parses a value of a parameter into Set, Width or, after "=", Couple.
func ReadValue(p model.Param, text string) (any, error) {
	if p.Name == model.SigmaName && slices.Contains(kernel.WidthRules(), text) {
		return Width(text), nil
	}
	if formula, ok := strings.CutPrefix(text, "="); ok {
		return Couple{p, strings.TrimSpace(formula)}, nil
	}
	if p.Name == model.BudgetName && trial.LooksConditional(text) {
		c, err := sweep.ParseCondition(text)
		return Set{Param: p, Condition: c}, err
	}
	value, err := p.Parse(text)
	if err != nil {
		return nil, withRange(err, p)
	}
	return Set{Param: p, Value: value}, nil
}

func widthsChoices() []widget.Item {
	return []widget.Item{{Name: "on", Note: "σ for each feature"}, {Name: "off", Note: "one width for all features"},
		{Name: "learn", Note: "by the evidence; esc stops it"}}
}

// readWidths parses the argument of widths.
func readWidths(arg string) (any, error) {
	switch arg {
	case "on":
		return Widths{}, nil
	case "off":
		return Widths{None: true}, nil
	case "learn":
		return Widths{Learn: true}, nil
	}
	numbers, err := kernel.ParseWidths(arg)
	if err != nil {
		return nil, fmt.Errorf("%w; type on, off, learn, or a width for each feature, such as 0.3,1,2", err)
	}
	return Widths{Numbers: numbers}, nil
}

// withRange adds a parameter's range to the error of an invalid value, unless the error has it.
func withRange(err error, p model.Param) error {
	if outside := (*model.RangeError)(nil); errors.As(err, &outside) {
		return err
	}
	return fmt.Errorf("%w; type a number from %s to %s", err, number.Short(p.Min), number.Short(p.Max))
}
