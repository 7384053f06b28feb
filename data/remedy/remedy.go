// Package remedy describes what a user can do about an error or a note as values, without fixing the words: the command
// line names flags, the explorer names keys, and a user of the library reads plain words.
package remedy

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Remedy is one thing that the user can do.
type Remedy struct {
	Text    string // in plain words; Lower, Raise and Omit are followed by the setting
	Setting string // the parameter or option to use, such as "categorical"; "" if the remedy is outside the program
	Value   string // of the setting; "" if it has none or the user chooses it
	With    List   // further settings, used together with this one
}

// What can be done to a setting.
const (
	Lower = "lower"
	Raise = "raise"
	Omit  = "leave out"
)

// List holds alternatives: each remedy helps by itself.
type List []Remedy

// Do returns a remedy outside the program.
func Do(text string) List { return List{{Text: text}} }

// By returns a remedy that uses a setting with a value.
func By(text, setting, value string) List { return List{{Text: text, Setting: setting, Value: value}} }

// Change returns the remedies of applying Lower, Raise or Omit to any of the settings.
func Change(verb string, settings ...string) List {
	var list List
	for _, name := range settings {
		list = append(list, Remedy{Text: verb, Setting: name})
	}
	return list
}

// Or returns the list with more alternatives.
func (l List) Or(other List) List { return slices.Concat(l, other) }

// Those returns the remedies with a given text, such as Lower.
func (l List) Those(text string) List {
	return slices.DeleteFunc(slices.Clone(l), func(r Remedy) bool { return r.Text != text })
}

// For reports whether one of the remedies uses a setting.
func (l List) For(setting string) bool {
	return slices.ContainsFunc(l, func(r Remedy) bool { return r.Setting == setting })
}

// Words formats settings for messages.
type Words struct {
	Name func(setting string) string        // after Lower, Raise and Omit, such as "--n"
	By   func(setting, value string) string // after the text of another remedy, such as "with --header no"; may be ""
}

// Plain returns words that name a setting after Lower, Raise and Omit, and do not say how to set it.
func Plain() Words {
	return Words{func(setting string) string { return setting }, func(string, string) string { return "" }}
}

// In formats the remedies as alternatives, such as "lower --n or --m, or raise --max-memory".
func (l List) In(w Words) string {
	var ways []string
	for i := 0; i < len(l); i++ {
		r := l[i]
		if r.Text == Lower || r.Text == Raise || r.Text == Omit {
			names := w.Name(r.Setting)
			for ; i+1 < len(l) && l[i+1].Text == r.Text; i++ {
				mark := ", "
				if i+2 == len(l) || l[i+2].Text != r.Text {
					mark = " or "
				}
				names += mark + w.Name(l[i+1].Setting)
			}
			ways = append(ways, r.Text+" "+names)
			continue
		}
		text := r.Text
		if r.Setting != "" {
			text += " " + w.By(r.Setting, r.Value)
		}
		for _, more := range r.With {
			by := w.By(more.Setting, more.Value)
			if flag, ok := strings.CutPrefix(by, "with --"); ok && strings.Contains(text, "with --") {
				by = "--" + flag
			} else if strings.HasPrefix(by, "with ") {
				by = "and " + by
			}
			text = strings.TrimSpace(text) + " " + by
		}
		ways = append(ways, strings.TrimRight(text, " ,")) // "take more rows, if any," without how
	}
	if last := len(ways) - 1; last > 0 {
		ways[last] = "or " + ways[last]
	}
	return strings.Join(ways, ", ")
}

// Curable is an error or a note that has separate remedies.
type Curable interface {
	Parts() (problem string, remedies List)
}

// Unreadable returns the error of a panic by which reading data ended where no error can be returned: one that is
// Curable. ok is false for all other panics, which are faults of the program.
func Unreadable(panicked any) (err error, ok bool) {
	curable, ok := panicked.(interface {
		error
		Curable
	})
	return curable, ok
}

// Panic returns the error of a panic: that of Unreadable, or one that says that it is a panic.
func Panic(panicked any) error {
	if err, ok := Unreadable(panicked); ok {
		return err
	}
	return fmt.Errorf("panic: %v", panicked)
}

// Text returns the problem and the remedies.
func Text(c Curable, w Words) string {
	problem, remedies := c.Parts()
	if len(remedies) == 0 {
		return problem
	}
	return problem + "; " + remedies.In(w)
}

// Message returns the text of an error, with the remedies of the error or of one that it wraps in the given words.
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

// Parts returns the text and the remedies.
func (n Note) Parts() (string, List) { return n.Text, n.Remedies }

// String returns the note in plain words.
func (n Note) String() string { return Text(n, Plain()) }

// Notes returns texts as notes without remedies.
func Notes(texts ...string) []Note {
	var list []Note
	for _, text := range texts {
		list = append(list, Note{Text: text})
	}
	return list
}

// Texts returns the texts of notes in the given words.
func Texts(notes []Note, w Words) []string {
	var list []string
	for _, n := range notes {
		list = append(list, Text(n, w))
	}
	return list
}

// Kind returns a text with # in place of each number. It is equal for notes that differ only in their numbers, such as
// those of several repetitions.
func Kind(text string) string { return numbers.ReplaceAllString(text, "#") }

var numbers = regexp.MustCompile(`[0-9]+([.,][0-9]+)?(e[+-]?[0-9]+)?`)
