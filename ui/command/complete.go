package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/synthetic"
)

// completion is a command line of which one word is being typed.
type completion struct {
	program   *program
	command   command
	flags     *flags
	arguments []string // besides flags; the word being typed is "" among them
}

// argument returns an argument, "" if it is not there.
func (c *completion) argument(i int) string {
	if i < len(c.arguments) {
		return c.arguments[i]
	}
	return ""
}

// complete implements `gramscope complete INDEX WORD...`, which the shells' scripts call: INDEX counts
// the word being typed from 0, without the program's name; it is len(WORDs) for an empty one at the
// end. The first line of the answer has hints for the shell: files or folders if such names may stand
// there, nospace if more may follow a candidate. Each other line has a candidate, a tab and its description.
func (p *program) complete(args []string) error {
	at := -1
	if len(args) > 0 {
		if v, err := strconv.Atoi(args[0]); err == nil && v < len(args) {
			at = v
		}
	}
	if at < 0 {
		return &usageError{"complete is for the scripts of `gramscope completion`", "write gramscope complete INDEX WORD..."}
	}
	words := append(slices.Clone(args[1:]), "")
	hints, list := p.candidates(words, at)
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(hints, " "))
	for _, w := range list {
		fmt.Fprintf(&b, "%s\t%s\n", w.text, clipped(w.doc))
	}
	_, err := fmt.Fprint(p.stdout, b.String())
	return err
}

// candidates returns what may replace words[at], and hints for the shell.
func (p *program) candidates(words []string, at int) (hints []string, list []candidate) {
	typed := words[at]
	if at > 0 && words[0] == "help" {
		if at == 1 {
			list = append(commandWords(), topicWords()...)
		}
		return nil, startingWith(typed, list)
	}
	c := &completion{program: p, command: commands()[0]}
	var first []candidate
	if at == 0 {
		first = append(commandWords(), candidate{"help", "explain a command or a topic"}, candidate{"version", "print the version"})
	} else if i := slices.IndexFunc(named(), func(c command) bool { return c.name == words[0] }); i >= 0 {
		c.command, words, at = named()[i], words[1:], at-1
	}
	c.flags, _ = p.described(c.command)
	takes, before, isFlag := c.place(words, at)
	if isFlag {
		return nil, startingWith(typed, c.flagWords())
	}
	hints, list = c.fill(takes, before, typed[len(before):])
	return hints, append(startingWith(typed, first), list...)
}

// place finds the arguments of the line and says what may stand at words[at], after before, the part
// --flag= of the word. isFlag reports that the word is the name of a flag.
func (c *completion) place(words []string, at int) (takes values, before string, isFlag bool) {
	flagsEnd, valueOf := false, -1
	for i, text := range words {
		name, _, hasValue := strings.Cut(strings.TrimLeft(text, "-"), "=")
		looksLikeFlag := !flagsEnd && strings.HasPrefix(text, "-") && (len(text) > 1 || i == at)
		entry := c.flags.index(name)
		switch {
		case valueOf >= 0:
			if i == at {
				takes = c.flags.entries[valueOf].takes
			}
			valueOf = -1
		case looksLikeFlag && i == at && !hasValue:
			isFlag = true
		case looksLikeFlag && text == "--":
			flagsEnd = true
		case looksLikeFlag && i == at && entry >= 0:
			takes, before = c.flags.entries[entry].takes, text[:strings.Index(text, "=")+1]
		case looksLikeFlag:
			if entry >= 0 && c.flags.entries[entry].arg != "" && !hasValue {
				valueOf = entry
			}
		case i == at:
			takes = c.takes(len(c.arguments))
			c.arguments = append(c.arguments, "")
		case i < len(words)-1: // the last word is only there if it is being typed
			c.arguments = append(c.arguments, text)
		}
	}
	return takes, before, isFlag
}

// takes returns what completes an argument of the command.
func (c *completion) takes(i int) values {
	list := c.command.takes
	switch {
	case i < len(list):
		return list[i]
	case strings.HasSuffix(c.command.args, "..."):
		return list[len(list)-1]
	}
	return values{}
}

// fill returns the candidates for a value of which typed is there, each with before in front.
func (c *completion) fill(takes values, before, typed string) (hints []string, list []candidate) {
	if _, isSet, _ := synthetic.Find(typed); takes.paths != "" && !isSet {
		hints = append(hints, takes.paths)
	}
	inList := ""
	if takes.isList {
		inList = typed[:strings.LastIndex(typed, ",")+1]
	}
	if takes.words != nil {
		list = takes.words(c, typed[len(inList):])
		given := strings.Split(inList, ",")
		list = slices.DeleteFunc(list, func(w candidate) bool { return takes.isList && slices.Contains(given, w.text) })
	}
	if inList == "" {
		list = append(list, takes.also...)
	}
	list = startingWith(typed[len(inList):], list)
	open := takes.isList
	for i := range list {
		list[i].text = before + inList + list[i].text
		open = open || strings.HasSuffix(list[i].text, "=")
	}
	if open {
		hints = append(hints, "nospace")
	}
	return hints, list
}

// flagWords lists the flags of the command.
func (c *completion) flagWords() (list []candidate) {
	for _, e := range c.flags.entries {
		list = append(list, candidate{"--" + e.name, brief(e.doc)})
	}
	return append(list, candidate{"--help", "list the flags"})
}

func commandWords() (list []candidate) {
	for _, c := range named() {
		list = append(list, candidate{c.name, c.title})
	}
	return list
}

func topicWords() (list []candidate) {
	for _, name := range topics {
		title, _, _ := topicText(name)
		list = append(list, candidate{name, title})
	}
	return list
}

// startingWith returns the words that start with a text.
func startingWith(text string, list []candidate) []candidate {
	return slices.DeleteFunc(list, func(w candidate) bool { return !strings.HasPrefix(w.text, text) })
}

// brief returns the beginning of a flag's description, without examples and defaults.
func brief(doc string) string {
	end := len(doc)
	for _, stop := range []string{"; ", " (", ": "} {
		if i := strings.Index(doc, stop); i > 0 {
			end = min(end, i)
		}
	}
	return doc[:end]
}

// clipped returns a description that fits beside a candidate.
func clipped(doc string) string {
	const most = 72
	if text := []rune(doc); len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return doc
}
