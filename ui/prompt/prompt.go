// Package prompt implements the explorer's command line. It parses and completes commands. The
// result is a request, or an error with its position. A Scope lists the names that commands may use;
// the package does not depend on the explorer or its screens.
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
	Heads   map[string]string // columns of the results by their heads in the table
	Against []widget.Item     // results for the first chart's horizontal axis
	Lessons []widget.Item
	Screens []Screen
	Pixels  []widget.Item // protocols of pictures
	Themes  []widget.Item // of colours
}

// Screen has the key and the name that open a screen.
type Screen struct{ Key, Name string }

// The requests. Each command is parsed into one of them.
type (
	// Set sets a parameter.
	Set struct {
		Param model.Param
		Value float64
	}
	// Couple sets a parameter by a formula of others.
	Couple struct {
		Param   model.Param
		Formula string
	}
	// Conditional lets m follow from a condition.
	Conditional struct {
		Param     model.Param
		Condition trial.Condition
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
	// Over sweeps over another parameter.
	Over model.Name
	// Figure shows another figure.
	Figure string
	// Against puts a result, or the swept parameter, on the horizontal axis.
	Against string
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
	// Pixels shows charts by a protocol of pictures.
	Pixels string
	// Theme changes the colours.
	Theme string
	// Lesson opens a lesson.
	Lesson string
	// Open shows a screen, by its index in the scope.
	Open int
	// Word is a command of one word: undo, help or quit.
	Word string
)

// Fault is an error in a command.
type Fault struct {
	At  int // byte position in the text
	Err error
}

func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns the error without its position.
func (f *Fault) Unwrap() error { return f.Err }

// verb is a row of the grammar, used for parsing, completion and help.
type verb struct {
	names []string // completion writes the first
	arg   string   // the argument's name in the help; "" for none
	doc   string
	among kind // verbs of one kind share a line of the help
	list  bool // whether the argument is a list with commas

	choices func() []widget.Item // candidates for the argument; nil if they are unknown
	read    func(arg string) (want any, err error)
}

// kind is the line of the help that several verbs share; empty for a verb with its own line.
type kind struct{ usage, doc string }

// glued reports whether a verb's argument may follow it without a blank.
func (v *verb) glued() bool { return v.names[0] == "+" || v.names[0] == "-" }

// usage returns the form of a command with the verb.
func (v *verb) usage() string {
	switch {
	case v.among.usage != "":
		return v.among.usage
	case v.glued():
		return v.names[0] + v.arg
	}
	return strings.TrimSpace(v.names[0] + " " + v.arg)
}

// Words returns the words that commands can begin with.
func (s Scope) Words() []string {
	var all []string
	for _, v := range s.verbs() {
		all = append(all, v.names...)
	}
	return all
}

// Parse parses a command and returns a request of one of the types above. The error is a
// *Fault that suggests an alternative.
func (s Scope) Parse(text string) (want any, err error) {
	bare := strings.TrimSpace(text)
	at := strings.Index(text, bare)
	v, from := split(s.verbs(), bare)
	if v == nil {
		word, _, _ := strings.Cut(bare, " ")
		if word == "" {
			return nil, &Fault{at, errors.New("type a command; tab lists them, esc cancels")}
		}
		_, err := nearestOf("command", word, s.Words())
		return nil, &Fault{at, err}
	}
	arg := strings.TrimSpace(bare[from:])
	at += from + strings.Index(bare[from:], arg)
	if want, err = v.read(arg); err == nil {
		return want, nil
	}
	if f, ok := err.(*Fault); ok {
		return nil, &Fault{at + f.At, f.Err}
	}
	return nil, &Fault{at, err}
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
	if v.choices == nil {
		return nil
	}
	choices := v.choices()
	if at := strings.LastIndexAny(text, ", "); v.list && at >= from {
		before := strings.FieldsFunc(text[from:at], separates)
		if slices.ContainsFunc(before, func(name string) bool { return !slices.Contains(widget.Names(choices), name) }) {
			return nil // no completion is a valid command
		}
		from = at + 1
	}
	typed := strings.TrimLeft(text[from:], " ")
	head := text[:len(text)-len(typed)]
	var list []widget.Item
	for _, it := range choices {
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
	var list []widget.Item
	var seen kind
	for _, v := range s.verbs() {
		doc := v.doc
		if v.among != (kind{}) {
			if v.among == seen {
				continue
			}
			doc = v.among.doc
		}
		seen = v.among
		list = append(list, widget.Item{Name: v.usage(), Note: doc})
	}
	return list
}

// nearestOf finds a name, ignoring case. If it is not in the list the error suggests the most similar one.
func nearestOf(what, name string, all []string) (string, error) {
	for _, one := range all {
		if strings.EqualFold(one, name) {
			return one, nil
		}
	}
	if name == "" {
		return "", fmt.Errorf("which %s? tab lists them", what)
	}
	if near := data.Nearest(name, all); near != "" {
		return "", fmt.Errorf("there is no %s %q; did you mean %s?", what, name, near)
	}
	return "", fmt.Errorf("there is no %s %q; tab lists them", what, name)
}
