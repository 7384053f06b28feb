package ui

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/ui/lab"
	"gramscope/ui/widget"
)

// verb is a row of the grammar of the command line: reading, completion and help
// are made from it.
type verb struct {
	names []string // the first is the one that completion writes
	arg   string   // what follows, for the help; "" for nothing
	doc   string
	among kind // of which the help shows one line
	list  bool // what follows is a list with commas

	choices func(m *explorer) []widget.Item // of what follows; nil: none are known
	read    func(m *explorer, arg string) (action, error)
}

// kind is what several verbs have in common: how they are written, and what the
// help says of them. Empty, a verb is of its own.
type kind struct{ usage, doc string }

// action is what a command does.
type action func(*explorer)

// glued tells whether a verb needs no blank behind it.
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

// verbs is the grammar.
func (m *explorer) verbs() []verb {
	var list []verb
	for _, p := range append(m.lineKnobs(), lab.DataKnobs()[1:]...) {
		list = append(list, m.knobVerb(p))
	}
	list = append(list, methodVerbs()...)
	list = append(list,
		verb{names: []string{"over"}, arg: "PARAMETER", doc: "what the charts are swept over", choices: (*explorer).overChoices, read: (*explorer).readOver},
		verb{names: []string{"value"}, arg: "FIGURE", doc: "what the first chart shows", choices: (*explorer).valueChoices, read: (*explorer).readValue},
		verb{names: []string{"data", "set"}, arg: "SET|FILE", doc: "other data: a built-in set, or a file", choices: dataChoices, read: readData},
		verb{names: []string{"lesson"}, arg: "NAME", doc: "open a lesson", choices: lessonChoices, read: readLesson},
	)
	for i, s := range m.screens {
		list = append(list, verb{names: []string{strings.ToLower(s.Name()), s.key}, doc: "screen " + s.key, among: kind{"SCREEN", "open a screen, by name or number"}, read: plain(func(m *explorer) { m.open(i) })})
	}
	return append(list,
		verb{names: []string{"undo"}, doc: "undo the last change", read: plain((*explorer).undo)},
		verb{names: []string{"help"}, doc: "the page of keys and commands", read: plain((*explorer).openHelp)},
		verb{names: []string{"quit", "q"}, doc: "quit", read: plain(func(m *explorer) { m.line.quit = true })},
	)
}

// plain reads a verb that stands alone.
func plain(do action) func(*explorer, string) (action, error) {
	return func(_ *explorer, arg string) (action, error) {
		if arg != "" {
			return nil, fmt.Errorf("nothing follows this command, and there is %q", arg)
		}
		return do, nil
	}
}

// names are those of items.
func names(items []widget.Item) []string {
	var list []string
	for _, it := range items {
		list = append(list, it.Name)
	}
	return list
}

// parse reads a command. An error says what there is instead.
func (m *explorer) parse(text string) (action, error) {
	verbs := m.verbs()
	v, arg := split(verbs, strings.TrimSpace(text))
	if v == nil {
		word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
		if word == "" {
			return nil, fmt.Errorf("type a command; tab lists them, esc leaves")
		}
		var all []string
		for _, v := range verbs {
			all = append(all, v.names...)
		}
		_, err := nearestOf("command", word, all)
		return nil, err
	}
	return v.read(m, arg)
}

// split finds a command's verb and what follows it; nil where there is none.
func split(verbs []verb, text string) (v *verb, arg string) {
	word, rest, _ := strings.Cut(text, " ")
	for i := range verbs {
		v := &verbs[i]
		if after, ok := strings.CutPrefix(text, v.names[0]); ok && v.glued() {
			return v, strings.TrimSpace(after)
		}
		if slices.ContainsFunc(v.names, func(name string) bool { return strings.EqualFold(name, word) }) {
			return v, strings.TrimSpace(rest)
		}
	}
	return nil, ""
}

// candidates are the commands that a text may become, as far as they are known:
// with what is being typed at its end completed.
func (m *explorer) candidates(text string) []widget.Item {
	text = strings.TrimLeft(text, " ")
	verbs := m.verbs()
	v, _ := split(verbs, text)
	if v == nil || !v.glued() && !strings.Contains(text, " ") { // the verb is being typed
		var list []widget.Item
		for _, v := range verbs {
			if i := slices.IndexFunc(v.names, func(name string) bool { return begins(name, text) }); i >= 0 {
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
	from := strings.Index(text, " ") + 1
	if v.glued() {
		from = len(v.names[0])
	}
	choices := v.choices(m)
	if at := strings.LastIndexAny(text, ", "); v.list && at >= from {
		before := strings.FieldsFunc(text[from:at], func(r rune) bool { return r == ',' || r == ' ' })
		if slices.ContainsFunc(before, func(name string) bool { return !slices.Contains(names(choices), name) }) {
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

// begins is strings.HasPrefix for capitals and others alike.
func begins(name, with string) bool {
	return len(name) >= len(with) && strings.EqualFold(name[:len(with)], with)
}

// grammarHelp is a line for each way to write a command.
func (m *explorer) grammarHelp() []string {
	var lines []string
	var seen kind
	for _, v := range m.verbs() {
		doc := v.doc
		if v.among != (kind{}) {
			if v.among == seen {
				continue
			}
			doc = v.among.doc
		}
		seen = v.among
		lines = append(lines, m.indented(v.usage(), 18, doc)...)
	}
	return lines
}
