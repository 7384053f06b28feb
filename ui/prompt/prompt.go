// Package prompt implements the explorer's command line. It parses and completes commands. The result is a request, or
// an error. A Scope lists the names that commands may use; the package does not depend on the explorer or its screens.
package prompt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/widget"
)

// Scope lists the names that commands may use.
type Scope struct {
	Params  []model.Param             // parameters that can be set
	Value   func(model.Param) float64 // present value of a parameter; NaN if unknown
	Methods []widget.Item
	Ticked  []string      // methods selected to run
	Over    []model.Param // parameters that can be swept
	Figures []widget.Item
	Against []widget.Item // results for the first chart's horizontal axis
	Lessons []widget.Item
	Screens []Screen
	Pixels  []widget.Item // protocols of pictures
	Themes  []widget.Item // of colours
}

// Screen has the key and the name that open a screen.
type Screen struct{ Key, Name string }

// The requests. Each command is parsed into one of them.
type (
	// Set sets a parameter to a value, or lets m follow from a condition.
	Set struct {
		Param     model.Param
		Value     float64
		Condition trial.Condition
	}
	// Couple sets a parameter by a formula of others.
	Couple struct {
		Param   model.Param
		Formula string
	}
	// Width sets σ by a rule: median or mean of the distances.
	Width string
	// Widths gives the features widths of their own: these, or the present σ for all, or learned ones, or none.
	Widths struct {
		Numbers kernel.Widths // "" for σ, learned ones or none
		Learn   bool
		None    bool
	}
	// Methods selects the methods that run.
	Methods []string
	// Use opens a built-in set.
	Use struct{ Source data.Source }
	// File reads a file.
	File string
	// Search searches the best method and its settings.
	Search struct {
		Time time.Duration // the limit; 0 for the usual one
		All  bool          // on all rows of the data that test rows leave, not on n of them
		Over []sweep.Axis  // parameters that are searched beside m
	}
	// Open shows a screen, by its index in the scope.
	Open int
	// Named is any other command, by the name of its verb, with the full name of its argument: over, value, against,
	// pixels, theme and lesson, or without one: undo, help and quit.
	Named struct{ Verb, Name string }
)

// verb is a row of the grammar.
type verb struct {
	names []string // completion writes the first
	arg   string   // the argument's name in the help; "" for none
	doc   string
	one   bool // whether it is a parameter or a screen: these share a line of the help
	list  bool // whether the argument is a list with commas

	choices []widget.Item // candidates for the argument; nil if they are unknown
	read    func(arg string) (want any, err error)
}

// glued reports whether a verb's argument may follow it without a blank.
func (v *verb) glued() bool { return v.names[0] == "+" || v.names[0] == "-" }

// Words returns the words that commands can begin with.
func (s Scope) Words() []string {
	var all []string
	for _, v := range s.verbs() {
		all = append(all, v.names...)
	}
	return all
}

// Parse parses a command and returns a request of one of the types above. The error suggests an alternative.
func (s Scope) Parse(text string) (want any, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, errors.New("type a command; tab lists them, esc cancels")
	}
	v, from := split(s.verbs(), text)
	if v != nil {
		return v.read(strings.TrimSpace(text[from:]))
	}
	var words []widget.Item
	for _, word := range s.Words() {
		words = append(words, widget.Item{Name: word})
	}
	word, _, _ := strings.Cut(text, " ")
	_, err = find("command", word, words)
	return nil, err
}

// split returns a command's verb and the position after it; nil if there is none.
func split(verbs []verb, text string) (v *verb, from int) {
	word, _, more := strings.Cut(text, " ")
	from = len(word)
	if more {
		from++
	}
	for i := range verbs {
		v := &verbs[i]
		if v.glued() && strings.HasPrefix(text, v.names[0]) {
			return v, len(v.names[0])
		}
		if slices.ContainsFunc(v.names, func(name string) bool { return strings.EqualFold(name, word) }) {
			return v, from
		}
	}
	return nil, 0
}

// Candidates returns the completions of a text: commands, complete up to their last word.
func (s Scope) Candidates(text string) []widget.Item {
	text = strings.TrimLeft(text, " ")
	verbs := s.verbs()
	v, from := split(verbs, text)
	if v == nil || !v.glued() && !strings.Contains(text, " ") { // the verb is being typed
		var list []widget.Item
		for _, v := range verbs {
			if slices.ContainsFunc(v.names, func(name string) bool { return begins(name, text) }) {
				name := v.names[0]
				if v.arg != "" && !v.glued() {
					name += " "
				}
				list = append(list, widget.Item{Name: name, Note: v.doc})
			}
		}
		return list
	}
	if at := strings.LastIndexAny(text, ", "); v.list && at >= from {
		before := strings.FieldsFunc(text[from:at], separates)
		if slices.ContainsFunc(before, func(name string) bool { return !slices.Contains(widget.Names(v.choices), name) }) {
			return nil // no completion is a valid command
		}
		from = at + 1
	}
	typed := strings.TrimLeft(text[from:], " ")
	head := text[:len(text)-len(typed)]
	var list []widget.Item
	for _, it := range v.choices {
		if begins(it.Name, typed) {
			it.Name = head + it.Name
			list = append(list, it)
		}
	}
	return list
}

// separates reports whether a character separates the names in a list.
func separates(r rune) bool { return r == ',' || r == ' ' }

// begins is strings.HasPrefix without regard to case.
func begins(name, with string) bool {
	return len(name) >= len(with) && strings.EqualFold(name[:len(with)], with)
}

// Help returns an item for each form of a command.
func (s Scope) Help() []widget.Item {
	list := []widget.Item{
		{Name: "PARAMETER VALUE", Note: "set a parameter, as a knob does: gamma 0.5, kernel laplacian"},
		{Name: "SCREEN", Note: "open a screen, by name or number"},
	}
	for _, v := range s.verbs() {
		name := v.names[0]
		if !v.glued() && v.arg != "" {
			name += " "
		}
		if !v.one {
			list = append(list, widget.Item{Name: name + v.arg, Note: v.doc})
		}
	}
	return list
}

// find finds an item by its name, its column or its head, ignoring case. If there is none the error suggests the most
// similar name.
func find(what, name string, items []widget.Item) (widget.Item, error) {
	if name == "" {
		return widget.Item{}, fmt.Errorf("which %s? tab lists them", what)
	}
	for i := range 3 {
		for _, it := range items {
			if strings.EqualFold([]string{it.Name, it.Column, it.Head}[i], name) {
				return it, nil
			}
		}
	}
	if near := data.Nearest(name, widget.Names(items)); near != "" {
		return widget.Item{}, fmt.Errorf("there is no %s %q; did you mean %s?", what, name, near)
	}
	return widget.Item{}, fmt.Errorf("there is no %s %q; tab lists them", what, name)
}
