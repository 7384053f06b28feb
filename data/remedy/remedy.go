// Package remedy holds what a user can do about an error or a note, apart from
// the words for it: the command line names flags, the explorer keys, and a library
// user reads plain words.
package remedy

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// Remedy is one thing to do.
type Remedy struct {
	Text    string // in plain words; of Lower, Raise and Omit the setting is the object
	Setting string // what does it, as parameters and options are called: "categorical"; "" for what is done outside
	Value   string // of the setting; "" if it has none or it is the user's to choose
}

// What can be done to a setting.
const (
	Lower = "lower"
	Raise = "raise"
	Omit  = "leave out"
)

// List is what can be done, each by itself.
type List []Remedy

// Do is what is done outside of the program.
func Do(text string) List { return List{{Text: text}} }

// By is what a setting does.
func By(text, setting, value string) List { return List{{text, setting, value}} }

// Change lowers, raises or omits settings.
func Change(verb string, settings ...string) List {
	var list List
	for _, name := range settings {
		list = append(list, Remedy{Text: verb, Setting: name})
	}
	return list
}

// Or adds what can be done instead.
func (l List) Or(other List) List { return slices.Concat(l, other) }

// Those are the remedies of a text, such as Lower.
func (l List) Those(text string) List {
	return slices.DeleteFunc(slices.Clone(l), func(r Remedy) bool { return r.Text != text })
}

// For reports whether one of the remedies is done by a setting.
func (l List) For(setting string) bool {
	return slices.ContainsFunc(l, func(r Remedy) bool { return r.Setting == setting })
}

// Words are how settings are told of.
type Words struct {
	Name func(setting string) string        // as the object of Lower, Raise and Omit: "--n"
	By   func(setting, value string) string // as a means, behind the remedy's text: "with --header no"; "" for none
}

// Plain words name settings as they are called, and leave it to the reader how they
// are set.
func Plain() Words {
	return Words{func(setting string) string { return setting }, func(string, string) string { return "" }}
}

// In joins the remedies: lower --n or --m, or raise --max-memory.
func (l List) In(w Words) string {
	var ways []string
	for i := 0; i < len(l); i++ {
		r := l[i]
		if r.Text != Lower && r.Text != Raise && r.Text != Omit {
			text := r.Text
			if r.Setting != "" {
				text = strings.TrimSpace(text + " " + w.By(r.Setting, r.Value))
			}
			ways = append(ways, text)
			continue
		}
		names := []string{w.Name(r.Setting)}
		for ; i+1 < len(l) && l[i+1].Text == r.Text; i++ {
			names = append(names, w.Name(l[i+1].Setting))
		}
		if last := len(names) - 1; last > 0 {
			names = []string{strings.Join(names[:last], ", ") + " or " + names[last]}
		}
		ways = append(ways, r.Text+" "+names[0])
	}
	if last := len(ways) - 1; last > 0 {
		ways[last] = "or " + ways[last]
	}
	return strings.Join(ways, ", ")
}

// Curable is an error, or a note, that keeps its remedies apart.
type Curable interface {
	Parts() (problem string, remedies List)
}

// Text is what is wrong and what can be done about it.
func Text(c Curable, w Words) string {
	problem, remedies := c.Parts()
	if len(remedies) == 0 {
		return problem
	}
	return problem + "; " + remedies.In(w)
}

// Message is the text of an error whose remedies, or those of what it wraps, are
// told in these words.
func Message(err error, w Words) string {
	var c Curable
	if !errors.As(err, &c) {
		return err.Error()
	}
	return strings.Replace(err.Error(), Text(c, Plain()), Text(c, w), 1)
}

// Note is what a user should know but need not stop for.
type Note struct {
	Text     string
	Remedies List
}

// Parts are the note and what can be done about it.
func (n Note) Parts() (string, List) { return n.Text, n.Remedies }

// String is the note in plain words.
func (n Note) String() string { return Text(n, Plain()) }

// Notes are texts without remedies of their own.
func Notes(texts ...string) []Note {
	var list []Note
	for _, text := range texts {
		list = append(list, Note{Text: text})
	}
	return list
}

// Texts are notes in some words.
func Texts(notes []Note, w Words) []string {
	var list []string
	for _, n := range notes {
		list = append(list, Text(n, w))
	}
	return list
}

// Kind is a text with # for its numbers: what notes share that say the same of other
// figures, as those of several repetitions do.
func Kind(text string) string { return numbers.ReplaceAllString(text, "#") }

var numbers = regexp.MustCompile(`[0-9]+([.,][0-9]+)?(e[+-]?[0-9]+)?`)
