// Package prompt implements the explorer's command line. It reads and completes commands by a grammar of verbs, and
// does not depend on what the verbs do.
package prompt

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/ui/widget"
)

// Verb is a row of the grammar.
type Verb struct {
	Names []string // completion writes the first
	Arg   string   // the argument's name in the help; "" for none
	Doc   string
	One   bool // whether it is a parameter or a screen: these share a line of the help
	List  bool // whether the argument is a list with commas
	Path  bool // whether the argument may be the path of a file

	Choices []widget.Item // candidates for the argument; nil if they are unknown

	// Read reads the argument. It returns what the command does, or an error, which suggests an alternative.
	Read func(arg string) (run func(), err error)
}

// Verbs are the grammar.
type Verbs []Verb

// glued reports whether a verb's argument may follow it without a blank.
func (v *Verb) glued() bool { return v.Names[0] == "+" || v.Names[0] == "-" }

// begin returns the text before a verb's argument.
func (v *Verb) begin() string {
	if v.Arg == "" || v.glued() {
		return v.Names[0]
	}
	return v.Names[0] + " "
}

// Parse reads a command, and returns what it does. The error suggests an alternative.
func (list Verbs) Parse(text string) (run func(), err error) {
	text = strings.TrimSpace(text)
	v, word := list.split(text)
	if v != nil {
		arg := strings.TrimSpace(text[len(word):])
		if !v.One { // a parameter tells a formula by the = before it
			arg = strings.TrimLeft(arg, "= ")
		}
		return v.Read(arg)
	}
	var words []widget.Item
	for _, v := range list {
		for _, name := range v.Names {
			words = append(words, widget.Item{Name: name})
		}
	}
	_, err = find("command", word, words)
	return nil, err
}

// split returns a command's verb, nil if there is none, and the word that names it, which ends before a blank or =.
func (list Verbs) split(text string) (v *Verb, word string) {
	word, _, _ = strings.Cut(text, " ")
	word, _, _ = strings.Cut(word, "=")
	for i := range list {
		v := &list[i]
		if v.glued() && strings.HasPrefix(text, v.Names[0]) {
			return v, v.Names[0]
		}
		if slices.ContainsFunc(v.Names, func(name string) bool { return strings.EqualFold(name, word) }) {
			return v, word
		}
	}
	return nil, word
}

// Candidates returns the completions of a text: commands, complete up to their last word.
func (list Verbs) Candidates(text string) (found []widget.Item) {
	text = strings.TrimLeft(text, " ")
	v, word := list.split(text)
	if v == nil || !v.glued() && !strings.Contains(text, " ") { // the verb is being typed
		for _, v := range list {
			if slices.ContainsFunc(v.Names, func(name string) bool { return begins(name, text) }) {
				found = append(found, widget.Item{Name: v.begin(), Note: v.Doc})
			}
		}
		return found
	}
	from := len(word)
	if at := strings.LastIndexAny(text, ", "); v.List && at >= from {
		before := strings.FieldsFunc(text[from:at], separates)
		if slices.ContainsFunc(before, func(name string) bool { return !slices.Contains(widget.Names(v.Choices), name) }) {
			return nil // no completion is a valid command
		}
		from = at + 1
	}
	typed := strings.TrimLeft(text[from:], " ")
	head := text[:len(text)-len(typed)]
	for _, it := range v.Choices {
		if begins(it.Name, typed) {
			it.Name = head + it.Name
			found = append(found, it)
		}
	}
	return found
}

// separates reports whether a character separates the names in a list.
func separates(r rune) bool { return r == ',' || r == ' ' }

// begins is strings.HasPrefix without regard to case.
func begins(name, with string) bool {
	return len(name) >= len(with) && strings.EqualFold(name[:len(with)], with)
}

// Help returns an item for each form of a command.
func (list Verbs) Help() []widget.Item {
	forms := []widget.Item{
		{Name: "PARAMETER VALUE", Note: "set a parameter, as a knob does: gamma 0.5, kernel laplacian"},
		{Name: "SCREEN", Note: "open a screen, by name or number"},
	}
	for _, v := range list {
		if !v.One {
			forms = append(forms, widget.Item{Name: v.begin() + v.Arg, Note: v.Doc})
		}
	}
	return forms
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
	instead := data.Instead(name, widget.Names(items), "tab lists them")
	return widget.Item{}, fmt.Errorf("there is no %s %q; %s", what, name, instead)
}
