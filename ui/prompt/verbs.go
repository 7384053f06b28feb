package prompt

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/widget"
)

// verbs returns the grammar.
func (s Scope) verbs() []verb {
	var list []verb
	for _, p := range s.Params {
		list = append(list, s.knobVerb(p))
	}
	list = append(list, s.methodVerbs()...)
	list = append(list,
		verb{names: []string{"over"}, arg: "PARAMETER", doc: "choose the parameter that the charts are swept over", choices: s.overChoices, read: s.readOver},
		verb{names: []string{"value"}, arg: "FIGURE", doc: "choose the figure of the first chart", choices: func() []widget.Item { return s.Figures }, read: s.readFigure},
		verb{names: []string{"against"}, arg: "RESULT", doc: "choose the first chart's horizontal axis: a result, such as time or memory, or the swept parameter", choices: func() []widget.Item { return s.Against }, read: s.readAgainst},
		verb{names: []string{"widths"}, arg: "on|off|learn|LIST", doc: "give each feature a width of its own, at first σ, or these: 0.3,1,2, or those that learn finds in the training rows, with μ", choices: widthsChoices, read: readWidths},
		verb{names: []string{"data", "set"}, arg: "SET|FILE", doc: "open other data: a built-in set, or a file", choices: dataChoices, read: readData},
		verb{names: []string{"search"}, arg: "TIME", doc: "search methods, m, γ and μ on screen 6 for that long: 25s, 2m; all after it takes all rows, accum=1,4,16 searches accum, too", choices: searchChoices, read: s.readSearch},
		verb{names: []string{"pixels"}, arg: "PROTOCOL", doc: "show charts as pictures, if the terminal takes them, or in characters", choices: func() []widget.Item { return s.Pixels }, read: s.readPixels},
		verb{names: []string{"lesson"}, arg: "NAME", doc: "open a lesson", choices: func() []widget.Item { return s.Lessons }, read: s.readLesson},
	)
	for i, x := range s.Screens {
		list = append(list, verb{names: []string{strings.ToLower(x.Name), x.Key}, doc: "screen " + x.Key, among: kind{"SCREEN", "open a screen, by name or number"}, read: alone(Open(i))})
	}
	return append(list,
		verb{names: []string{"undo"}, doc: "undo the last change", read: alone(Word("undo"))},
		verb{names: []string{"help"}, doc: "show the page of keys and commands", read: alone(Word("help"))},
		verb{names: []string{"quit", "q"}, doc: "quit", read: alone(Word("quit"))},
	)
}

// alone parses a verb without an argument.
func alone(want any) func(string) (any, error) {
	return func(arg string) (any, error) {
		if arg != "" {
			return nil, fmt.Errorf("this command takes no argument, but %q follows it", arg)
		}
		return want, nil
	}
}

// knobVerb returns the verb that sets a parameter.
func (s Scope) knobVerb(p model.Param) verb {
	v := verb{names: []string{string(p.Name)}, arg: "VALUE", doc: p.Doc, among: kind{"PARAMETER VALUE", "set a parameter, as a knob does: gamma 0.5, kernel laplacian"}}
	if p.Symbol != string(p.Name) {
		v.names = append(v.names, p.Symbol)
	}
	v.choices = func() []widget.Item { return knobChoices(p, s.Value(p)) }
	v.read = func(arg string) (any, error) { return readKnob(p, arg) }
	return v
}

// knobChoices returns candidates for a parameter's value: the present one, the default, and
// the names of rules.
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
		name, err := nearestOf(string(p.Name), arg, p.Choices)
		if err != nil {
			return nil, err
		}
		arg = name
	}
	return ReadValue(p, arg)
}

// ReadValue parses a value of a parameter into Set, Width, Conditional or, after "=", Couple.
func ReadValue(p model.Param, text string) (any, error) {
	if p.Name == model.SigmaName && slices.Contains(kernel.WidthRules(), text) {
		return Width(text), nil
	}
	if formula, ok := strings.CutPrefix(text, "="); ok {
		return Couple{p, strings.TrimSpace(formula)}, nil
	}
	if p.Name == model.BudgetName && trial.LooksConditional(text) {
		c, err := trial.ParseCondition(text)
		if bad := (*trial.ConditionError)(nil); errors.As(err, &bad) {
			at := len(string([]rune(text)[:bad.Column-1]))
			return nil, &Fault{at, err}
		}
		return Conditional{p, c}, nil
	}
	value, err := p.Parse(text)
	if err != nil {
		return nil, withRange(err, p)
	}
	return Set{p, value}, nil
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

// methodVerbs returns the verbs that select methods.
func (s Scope) methodVerbs() []verb {
	one := func(names []string, doc string, apply func(named []string) []string) verb {
		return verb{names: names, arg: "METHOD,…", doc: doc, list: true, choices: s.methodChoices,
			read: func(arg string) (any, error) {
				named, err := s.methodsNamed(arg)
				if err != nil {
					return nil, err
				}
				return Methods{apply(named), named}, nil
			}}
	}
	added := func(ticked, named []string) []string {
		for _, name := range named {
			if !slices.Contains(ticked, name) {
				ticked = append(ticked, name)
			}
		}
		return ticked
	}
	return []verb{
		one([]string{"methods", "method"}, "run these methods and no others", func(named []string) []string { return added(nil, named) }),
		one([]string{"+"}, "run these methods, too", func(named []string) []string { return added(slices.Clone(s.Ticked), named) }),
		one([]string{"-"}, "do not run these methods", func(named []string) []string {
			return slices.DeleteFunc(slices.Clone(s.Ticked), func(name string) bool { return slices.Contains(named, name) })
		}),
	}
}

// methodsNamed parses a list of methods. It is an error if one of them can't run.
func (s Scope) methodsNamed(arg string) ([]string, error) {
	var named []string
	from := 0
	for _, name := range strings.FieldsFunc(arg, separates) {
		at := from + strings.Index(arg[from:], name)
		from = at + len(name)
		found, err := nearestOf("method", name, widget.Names(s.Methods))
		if err != nil {
			return nil, &Fault{at, err}
		}
		if i := slices.Index(widget.Names(s.Methods), found); s.Methods[i].Unmet != "" {
			return nil, &Fault{at, &sweep.SpecError{Problem: s.Methods[i].Unmet, Remedies: remedy.Do("choose another kernel")}}
		}
		named = append(named, found)
	}
	if named == nil {
		return nil, errors.New("which methods? tab lists them; separate several by commas")
	}
	return named, nil
}

// methodChoices returns the methods that can run.
func (s Scope) methodChoices() []widget.Item {
	return slices.DeleteFunc(slices.Clone(s.Methods), func(it widget.Item) bool { return it.Unmet != "" })
}

func (s Scope) overChoices() []widget.Item { return widget.OverMenu(s.Over, "").Items }

func (s Scope) readOver(arg string) (any, error) {
	for _, p := range s.Over {
		if arg == p.Symbol {
			arg = string(p.Name)
		}
	}
	name, err := nearestOf("parameter to sweep over", arg, widget.Names(s.overChoices()))
	return Over(name), err
}

// labelOf returns the name of a menu's item. arg may be that name, the name of its column, or the
// column's head in the table. If there is no such item labelOf returns arg.
func (s Scope) labelOf(arg string, items []widget.Item) string {
	named := func(it widget.Item) bool { return strings.EqualFold(it.Name, arg) }
	if slices.ContainsFunc(items, named) {
		return arg
	}
	column := cmp.Or(s.Heads[strings.ToLower(arg)], arg)
	for _, it := range items {
		if it.Column != "" && it.Column == column {
			return it.Name
		}
	}
	return arg
}

func (s Scope) readFigure(arg string) (any, error) {
	arg = s.labelOf(arg, s.Figures)
	label, err := nearestOf("figure", arg, widget.Names(s.Figures))
	return Figure(label), err
}

func (s Scope) readAgainst(arg string) (any, error) {
	arg = s.labelOf(arg, s.Against)
	name, err := nearestOf("result to chart over", arg, widget.Names(s.Against))
	return Against(name), err
}

func dataChoices() []widget.Item {
	var list []widget.Item
	for _, g := range synthetic.Generators() {
		list = append(list, widget.Item{Name: g.Name(), Note: g.Title})
	}
	return list
}

func readData(arg string) (any, error) {
	if arg == "" {
		return nil, errors.New("which data? a built-in set, or the path of a file; tab lists them")
	}
	if g, ok, err := synthetic.Find(strings.ToLower(arg)); err != nil {
		return nil, err
	} else if ok {
		return Use{g}, nil
	}
	if near := data.Nearest(arg, widget.Names(dataChoices())); near != "" && !strings.ContainsAny(arg, "./") {
		return nil, fmt.Errorf("there is no set %q; did you mean %s? the path of a file has a dot or a slash", arg, near)
	}
	return File(arg), nil
}

func (s Scope) readPixels(arg string) (any, error) {
	name, err := nearestOf("protocol", arg, widget.Names(s.Pixels))
	return Pixels(name), err
}

func (s Scope) readLesson(arg string) (any, error) {
	name, err := nearestOf("lesson", arg, widget.Names(s.Lessons))
	return Lesson(name), err
}
