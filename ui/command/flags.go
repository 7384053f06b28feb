package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"gramscope/data"
)

// flags holds the flags of one command and their help.
type flags struct {
	command command
	entries []entry // in the order of help
	heading string  // of the group that is being defined
	given   []string
	wrong   error // the first error of a flag's value
}

// entry is one flag.
type entry struct {
	group, name string
	arg         string // names the value in the help; "" for a boolean flag
	doc         string
	set         func(string) error
	takes       values   // what completes the value
	words       []string // values that a boolean flag takes after a space
}

func newFlags(c command) *flags { return &flags{command: c} }

// group starts a group of flags with this heading in the help.
func (f *flags) group(title string) { f.heading = title }

// add defines a flag with a value. arg names the value in the help.
func (f *flags) add(name, arg, doc string, set func(string) error) {
	f.entries = append(f.entries, entry{group: f.heading, name: name, arg: arg, doc: doc, set: set, takes: valuesNamed(arg)})
}

// offer says what completes the value of a flag.
func (f *flags) offer(name string, takes values) { f.entries[f.index(name)].takes = takes }

// index returns the position of a flag in entries, −1 if the command does not have it.
func (f *flags) index(name string) int {
	return slices.IndexFunc(f.entries, func(e entry) bool { return e.name == name })
}

// drop removes flags.
func (f *flags) drop(names ...string) {
	f.entries = slices.DeleteFunc(f.entries, func(e entry) bool { return slices.Contains(names, e.name) })
}

// redo changes the help text of a flag.
func (f *flags) redo(name, doc string) { f.entries[f.index(name)].doc = doc }

// joined returns the arguments with the words of flags that need none as in --flag=word, which package flag reads.
func (f *flags) joined(args []string) (out []string) {
	for i := 0; i < len(args); i++ {
		name, dashed := strings.CutPrefix(strings.TrimPrefix(args[i], "-"), "-")
		at := f.index(name)
		if args[i] == "--" {
			return append(out, args[i:]...)
		}
		if dashed && at >= 0 && i+1 < len(args) && slices.Contains(f.entries[at].words, args[i+1]) {
			out = append(out, args[i]+"="+args[i+1])
			i++
			continue
		}
		out = append(out, args[i])
	}
	return out
}

// take sets a flag and stores the first error, since package flag would reword it.
func (f *flags) take(e entry, text string) {
	f.given = append(f.given, e.name)
	err := e.set(text)
	if err == nil || f.wrong != nil {
		return
	}
	f.wrong = err
	var usage *usageError
	if errors.As(err, &usage) {
		f.wrong = &usageError{"--" + e.name + ": " + usage.problem, usage.remedy}
	}
}

// set returns the flags for package flag.
func (f *flags) set() *flag.FlagSet {
	set := flag.NewFlagSet(f.command.name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	for _, e := range f.entries {
		define := set.Func
		if e.arg == "" {
			define = set.BoolFunc
		}
		define(e.name, e.doc, func(text string) error { f.take(e, text); return nil })
	}
	return set
}

// isGiven reports whether the flag was given on the command line.
func (f *flags) isGiven(name string) bool { return slices.Contains(f.given, name) }

// parse parses flags and other arguments in any order and returns the others.
// Arguments after a lone -- are not flags. The error is flag.ErrHelp for --help.
func (f *flags) parse(args []string) (rest []string, err error) {
	set := f.set()
	args = f.joined(args)
	for len(args) > 0 {
		if err := set.Parse(args); err != nil {
			return nil, f.reword(err)
		}
		left := set.Args()
		if consumed := len(args) - len(left); consumed > 0 && args[consumed-1] == "--" {
			return append(rest, left...), f.wrong
		}
		if len(left) == 0 {
			break
		}
		rest, args = append(rest, left[0]), left[1:]
	}
	return rest, f.wrong
}

// reword turns an error of package flag into a usage error.
func (f *flags) reword(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	if f.wrong != nil {
		return f.wrong
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		name = strings.TrimPrefix(name, "-")
		var names []string
		for _, e := range f.entries {
			names = append(names, e.name)
		}
		remedy := "see " + f.helpLine()
		if near := data.Nearest(name, names); near != "" {
			remedy = fmt.Sprintf("did you mean --%s?", near)
		}
		return &usageError{fmt.Sprintf("unknown flag --%s", name), remedy}
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return &usageError{fmt.Sprintf("--%s needs a value", strings.TrimPrefix(name, "-")), "see " + f.helpLine()}
	}
	return &usageError{err.Error(), "see " + f.helpLine()}
}

func (f *flags) helpLine() string {
	return strings.TrimSuffix(strings.TrimSuffix(f.command.usage(), f.command.args), " ") + " --help"
}

// read parses the flags and at most one other argument, which it returns, or "" if there
// is none; what names that argument in errors. helped reports that the user asked for
// help, which read has written to w with the paragraphs more below the title.
func (f *flags) read(args []string, what string, w io.Writer, more ...string) (value string, helped bool, err error) {
	rest, err := f.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return "", true, f.help(w, more...)
	case err != nil:
		return "", false, err
	}
	value, err = f.only(rest, what)
	return value, false, err
}

// only returns the one argument, or "" if there is none. what names it.
func (f *flags) only(rest []string, what string) (string, error) {
	switch len(rest) {
	case 0:
		return "", nil
	case 1:
		return rest[0], nil
	}
	problem := fmt.Sprintf("at most one %s, not %d: %s", what, len(rest), strings.Join(rest, " "))
	for _, c := range named() {
		if f.command.name == "" && slices.Contains(rest, c.name) {
			return "", &usageError{problem, "the command comes first: " + c.usage()}
		}
	}
	return "", &usageError{problem, "put a value with spaces in quotes, and write --flag=false to turn a flag off"}
}
