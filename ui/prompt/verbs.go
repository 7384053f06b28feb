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
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/widget"
)

// Named returns a verb whose argument is the name of an item.
func Named(name, arg, doc, what string, items []widget.Item, run func(name string)) Verb {
	return Verb{Names: []string{name}, Arg: arg, Doc: doc, Choices: items, Read: func(arg string) (func(), error) {
		it, err := find(what, arg, items)
		return func() { run(it.Name) }, err
	}}
}

// Alone returns a verb without an argument.
func Alone(run func(), doc string, names ...string) Verb {
	return Verb{Names: names, Doc: doc, Read: func(arg string) (func(), error) {
		if arg != "" {
			return nil, fmt.Errorf("this command takes no argument, but %q follows it", arg)
		}
		return run, nil
	}}
}

// Methods returns the verbs that select some of all methods. ticked are the methods that run now.
func Methods(all []widget.Item, ticked []string, run func(names []string)) Verbs {
	runs := slices.DeleteFunc(slices.Clone(all), func(it widget.Item) bool { return it.Unmet != "" })
	of := func(doc string, apply func(named []string) []string, names ...string) Verb {
		read := func(arg string) (func(), error) {
			named, err := methodsNamed(arg, all)
			return func() { run(apply(named)) }, err
		}
		return Verb{Names: names, Arg: "METHOD,…", Doc: doc, List: true, Choices: runs, Read: read}
	}
	without := func(list, others []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(others, name) })
	}
	return Verbs{
		of("run these methods and no others", func(named []string) []string { return named }, "methods", "method"),
		of("run these methods, too", func(named []string) []string {
			return slices.Concat(ticked, without(named, ticked))
		}, "+"),
		of("do not run these methods", func(named []string) []string { return without(ticked, named) }, "-"),
	}
}

// methodsNamed reads a list of methods. It is an error if one of them can't run.
func methodsNamed(arg string, all []widget.Item) ([]string, error) {
	var list []string
	for _, name := range strings.FieldsFunc(arg, separates) {
		it, err := find("method", name, all)
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

// Data returns the verb that uses a built-in set, or reads a file.
func Data(use func(data.Source), file func(path string)) Verb {
	v := Verb{Names: []string{"data", "set"}, Arg: "SET|FILE", Path: true}
	v.Doc = "open other data: a built-in set, or a file"
	for _, g := range synthetic.Generators() {
		v.Choices = append(v.Choices, widget.Item{Name: g.Name(), Note: g.Title})
	}
	v.Read = func(arg string) (func(), error) {
		if arg == "" {
			return nil, errors.New("which data? a built-in set, or the path of a file; tab lists them")
		}
		if g, ok, err := synthetic.Find(strings.ToLower(arg)); err != nil || ok {
			return func() { use(g) }, err
		}
		if near := data.Nearest(arg, widget.Names(v.Choices)); near != "" && !strings.ContainsAny(arg, "./") {
			return nil, fmt.Errorf("there is no set %q; did you mean %s? the path of a file has a dot or a slash", arg, near)
		}
		return func() { file(arg) }, nil
	}
	return v
}

// leastSearch is the shortest time of a search. A shorter search ends before it has a score.
const leastSearch = time.Second

// Search returns the verb that searches for the best method and its settings. Its argument is a time limit; 0 without.
func Search(run func(limit time.Duration)) Verb {
	read := func(arg string) (func(), error) {
		if arg == "" {
			return func() { run(0) }, nil
		}
		limit, err := time.ParseDuration(arg)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%q is no time; type 25s or 2m", arg)
		case limit < leastSearch:
			least := number.Duration(leastSearch.Seconds())
			return nil, fmt.Errorf("%v is too short for a search; type %s or more", limit, least)
		}
		return func() { run(limit) }, nil
	}
	return Verb{Names: []string{"search"}, Arg: "TIME", Read: read,
		Doc:     "search methods, m, γ and μ on screen 6 for that long: 25s, 2m",
		Choices: []widget.Item{{Name: tune.UsualTime.String(), Note: "the usual time"}}}
}
