package prompt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/tune"
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
		named("over", "PARAMETER", "choose the parameter that the charts are swept over", "parameter to sweep over",
			widget.OverMenu(s.Over, "").Items),
		named("value", "FIGURE", "choose the figure of the first chart", "figure", s.Figures),
		named("against", "RESULT", "draw the first chart over a result, such as time or memory, or the swept parameter",
			"result to chart over", s.Against),
		verb{names: []string{"widths"}, arg: "on|off|learn|LIST", choices: widthsChoices(), read: readWidths,
			doc: "give each feature a width: σ at first, these: 0.3,1,2, or those that learn finds in training rows, with μ"},
		verb{names: []string{"data", "set"}, arg: "SET|FILE", choices: sets(), read: readData,
			doc: "open other data: a built-in set, or a file"},
		verb{names: []string{"search"}, arg: "TIME", choices: searchChoices(), read: s.readSearch,
			doc: "search methods, m, γ and μ on screen 6 for that long: 25s, 2m; all: on all rows; accum=1,4,16: accum, too"},
		named("pixels", "PROTOCOL", "show charts as pictures, if the terminal takes them, or in characters", "protocol",
			s.Pixels),
		named("theme", "THEME", "change the colours", "theme", s.Themes),
		named("lesson", "NAME", "open a lesson", "lesson", s.Lessons),
		alone(Named{Verb: "undo"}, "undo the last change", "undo"),
		alone(Named{Verb: "help"}, "show the page of keys and commands", "help"),
		alone(Named{Verb: "quit"}, "quit", "quit", "q"),
	)
	for i, x := range s.Screens {
		v := alone(Open(i), "screen "+x.Key, strings.ToLower(x.Name), x.Key)
		v.one = true
		list = append(list, v)
	}
	return list
}

// named returns a verb whose argument is the name of an item.
func named(name, arg, doc, what string, items []widget.Item) verb {
	return verb{names: []string{name}, arg: arg, doc: doc, choices: items, read: func(arg string) (any, error) {
		it, err := find(what, arg, items)
		return Named{name, it.Name}, err
	}}
}

// alone returns a verb without an argument.
func alone(want any, doc string, names ...string) verb {
	return verb{names: names, doc: doc, read: func(arg string) (any, error) {
		if arg != "" {
			return nil, fmt.Errorf("this command takes no argument, but %q follows it", arg)
		}
		return want, nil
	}}
}

// methodVerbs returns the verbs that select methods.
func (s Scope) methodVerbs() []verb {
	runs := slices.DeleteFunc(slices.Clone(s.Methods), func(it widget.Item) bool { return it.Unmet != "" })
	of := func(name, doc string, apply func(named []string) []string) verb {
		read := func(arg string) (any, error) {
			named, err := s.methodsNamed(arg)
			return Methods(apply(named)), err
		}
		return verb{names: []string{name}, arg: "METHOD,…", doc: doc, list: true, choices: runs, read: read}
	}
	without := func(list, others []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(others, name) })
	}
	methods := of("methods", "run these methods and no others", func(named []string) []string { return named })
	methods.names = append(methods.names, "method")
	return []verb{
		methods,
		of("+", "run these methods, too", func(named []string) []string {
			return slices.Concat(s.Ticked, without(named, s.Ticked))
		}),
		of("-", "do not run these methods", func(named []string) []string { return without(s.Ticked, named) }),
	}
}

// methodsNamed parses a list of methods. It is an error if one of them can't run.
func (s Scope) methodsNamed(arg string) ([]string, error) {
	var list []string
	for _, name := range strings.FieldsFunc(arg, separates) {
		it, err := find("method", name, s.Methods)
		if err != nil {
			return nil, err
		}
		if it.Unmet != "" {
			return nil, &sweep.SpecError{Problem: it.Unmet, Remedies: remedy.Do("choose another kernel")}
		}
		if !slices.Contains(list, it.Name) {
			list = append(list, it.Name)
		}
	}
	if list == nil {
		return nil, errors.New("which methods? tab lists them; separate several by commas")
	}
	return list, nil
}

// sets returns the built-in sets.
func sets() []widget.Item {
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
	if near := data.Nearest(arg, widget.Names(sets())); near != "" && !strings.ContainsAny(arg, "./") {
		return nil, fmt.Errorf("there is no set %q; did you mean %s? the path of a file has a dot or a slash", arg, near)
	}
	return File(arg), nil
}

// leastSearch is the shortest time of a search. Less ends before anything is scored on any data.
const leastSearch = time.Second

// searchChoices returns usual arguments of the verb search.
func searchChoices() []widget.Item {
	usual := tune.UsualTime.String()
	return []widget.Item{
		{Name: usual, Note: "on the n rows of the present setting"},
		{Name: usual + " all", Note: "on all rows that the test rows leave"},
	}
}

// readSearch parses a time, the word all, and lists of values such as accum=1,4,16, in any order and all of them
// optional.
func (s Scope) readSearch(arg string) (any, error) {
	var want Search
	for _, word := range strings.Fields(arg) {
		name, list, isList := strings.Cut(word, "=")
		limit, err := time.ParseDuration(word)
		switch {
		case strings.EqualFold(word, "all"):
			want.All = true
		case isList:
			p, known := sweep.Parameter(s.Params, model.Name(name))
			if !known {
				_, err := find("parameter", name, widget.OverMenu(s.Params, "").Items)
				return nil, err
			}
			values, err := sweep.ParseList(p, list)
			if err != nil {
				return nil, err
			}
			want.Over = append(want.Over, sweep.Axis{Name: p.Name, Values: values})
		case err != nil:
			return nil, fmt.Errorf("%q is no time; type 25s or 2m, all for all rows, or a list such as accum=1,4,16", word)
		case limit < leastSearch:
			least := number.Duration(leastSearch.Seconds())
			return nil, fmt.Errorf("%v is too short for a search; type %s or more", limit, least)
		default:
			want.Time = limit
		}
	}
	return want, nil
}
