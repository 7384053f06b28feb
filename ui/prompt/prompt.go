// Package prompt is the explorer's command line: it takes text, and gives what that
// wants, what it may become, or a fault with its place. What can be said at a moment
// stands in a Scope; the package knows neither the explorer nor its screens.
package prompt

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/ui/widget"
)

// Scope is what commands can be about at a moment.
type Scope struct {
	Params  []model.Param             // that can be set
	Value   func(model.Param) float64 // the present one; NaN for none yet
	Methods []widget.Item
	Ticked  []string      // the methods that were chosen to run
	Over    []model.Param // that can be swept over
	Figures []widget.Item
	Heads   map[string]string // columns of the results by their heads in the table
	Against []widget.Item     // what the first chart can be over
	Lessons []widget.Item
	Screens []Screen
}

// Screen is what opens one: its name, or the key.
type Screen struct{ Key, Name string }

// What a command wants.
type (
	// Set gives a parameter a value.
	Set struct {
		Param model.Param
		Value float64
	}
	// Couple lets a parameter follow from others.
	Couple struct {
		Param   model.Param
		Formula string
	}
	// Width has σ taken from the data by a rule: median or mean.
	Width string
	// Methods chooses those that run. A method that waits starts where it was named.
	Methods struct{ Ticked, Named []string }
	// Over sweeps over another parameter.
	Over model.Name
	// Figure shows another figure.
	Figure string
	// Against charts figures over a result, or over the swept parameter.
	Against string
	// Use takes a built-in set.
	Use struct{ Source data.Source }
	// File reads one.
	File string
	// Lesson opens one.
	Lesson string
	// Open shows a screen, by its place in the scope.
	Open int
	// Word is a command by itself: undo, help or quit.
	Word string
)

// Fault is what is wrong with a command.
type Fault struct {
	At  int // the byte of the text at which that begins
	Err error
}

func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap is the error without its place.
func (f *Fault) Unwrap() error { return f.Err }

// verb is a row of the grammar: reading, completion and help are made from it.
type verb struct {
	names []string // the first is the one that completion writes
	arg   string   // what follows, for the help; "" for nothing
	doc   string
	among kind // of which the help shows one line
	list  bool // what follows is a list with commas

	choices func() []widget.Item // of what follows; nil: none are known
	read    func(arg string) (want any, err error)
}

// kind is what several verbs have in common: how they are written, and what the
// help says of them. Empty, a verb is of its own.
type kind struct{ usage, doc string }

// glued reports whether a verb needs no blank behind it.
func (v *verb) glued() bool { return v.names[0] == "+" || v.names[0] == "-" }

// usage is how a verb is written.
func (v *verb) usage() string {
	switch {
	case v.among.usage != "":
		return v.among.usage
	case v.glued():
		return v.names[0] + v.arg
	}
	return strings.TrimSpace(v.names[0] + " " + v.arg)
}

// Words are those that commands can begin with.
func (s Scope) Words() []string {
	var all []string
	for _, v := range s.verbs() {
		all = append(all, v.names...)
	}
	return all
}

// Parse reads a command: what it wants is a value of one of the types above. The
// error is a *Fault, and says what there is instead.
func (s Scope) Parse(text string) (want any, err error) {
	bare := strings.TrimSpace(text)
	at := strings.Index(text, bare)
	v, from := split(s.verbs(), bare)
	if v == nil {
		word, _, _ := strings.Cut(bare, " ")
		if word == "" {
			return nil, &Fault{at, errors.New("type a command; tab lists them, esc leaves")}
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

// split finds a command's verb, and where what follows it begins; nil where there is
// none.
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

// Candidates are the commands that a text may become, as far as they are known:
// with what is being typed at its end completed.
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
			return nil // nothing makes it a command
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

// separates reports whether a character stands between the names of a list.
func separates(r rune) bool { return r == ',' || r == ' ' }

// begins is strings.HasPrefix for capitals and others alike.
func begins(name, with string) bool {
	return len(name) >= len(with) && strings.EqualFold(name[:len(with)], with)
}

// Help has an item for each way to write a command.
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

// nearestOf finds a name, in capitals or not, or says which is the nearest.
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
