package prompt

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model/sweep"
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
		verb{names: []string{"theme"}, arg: "THEME", doc: "change the colours", choices: func() []widget.Item { return s.Themes }, read: s.readTheme},
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

// methodVerbs returns the verbs that select methods.
func (s Scope) methodVerbs() []verb {
	one := func(names []string, doc string, apply func(named []string) []string) verb {
		return verb{names: names, arg: "METHOD,…", doc: doc, list: true, choices: s.methodChoices,
			read: func(arg string) (any, error) {
				named, err := s.methodsNamed(arg)
				if err != nil {
					return nil, err
				}
				return Methods(apply(named)), nil
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

func (s Scope) readTheme(arg string) (any, error) {
	name, err := nearestOf("theme", arg, widget.Names(s.Themes))
	return Theme(name), err
}

func (s Scope) readLesson(arg string) (any, error) {
	name, err := nearestOf("lesson", arg, widget.Names(s.Lessons))
	return Lesson(name), err
}
