package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
)

// flags are the flags of one command and what its help says about them.
type flags struct {
	command command
	set     *flag.FlagSet
	entries []entry
	groups  []string // in the order of help
	wrong   error    // the first value that did not do
}

// entry is the help on one flag.
type entry struct{ group, name, arg, doc string }

func newFlags(c command) *flags {
	f := &flags{command: c, set: flag.NewFlagSet(c.name, flag.ContinueOnError)}
	f.set.SetOutput(io.Discard)
	f.set.Usage = func() {}
	return f
}

// group opens a heading of the help: the flags that follow stand under it.
func (f *flags) group(title string) { f.groups = append(f.groups, title) }

// add defines a flag with a value. arg names the value in the help.
func (f *flags) add(name, arg, doc string, set func(string) error) {
	f.entries = append(f.entries, entry{f.groups[len(f.groups)-1], name, arg, doc})
	f.set.Func(name, doc, func(s string) error { return f.take(name, s, set) })
}

// addBool defines a flag that may stand without a value.
func (f *flags) addBool(name, doc string, dst *bool) {
	f.entries = append(f.entries, entry{f.groups[len(f.groups)-1], name, "", doc})
	f.set.BoolFunc(name, doc, func(s string) error {
		return f.take(name, s, func(s string) (err error) {
			if *dst, err = strconv.ParseBool(s); err != nil {
				return &usageError{fmt.Sprintf("%q is neither true nor false", s), "write --" + name + " or --" + name + "=false"}
			}
			return nil
		})
	})
}

// take keeps the first error of a value, which package flag would reword.
func (f *flags) take(name, s string, set func(string) error) error {
	err := set(s)
	if err == nil || f.wrong != nil {
		return nil
	}
	f.wrong = err
	var usage *usageError
	if errors.As(err, &usage) {
		f.wrong = &usageError{"--" + name + ": " + usage.problem, usage.remedy}
	}
	return nil
}

func (f *flags) text(name, arg, doc string, dst *string) {
	f.add(name, arg, doc, func(s string) error { *dst = s; return nil })
}

func (f *flags) names(name, doc string, dst *[]string) {
	f.add(name, "A,B", doc, func(s string) error {
		*dst = nil
		for part := range strings.SplitSeq(s, ",") {
			if part = strings.TrimSpace(part); part == "" {
				return &usageError{fmt.Sprintf("there is an empty name in %q", s), "write a list such as a,b"}
			}
			*dst = append(*dst, part)
		}
		return nil
	})
}

func (f *flags) choice(name, doc string, choices []string, dst *string) {
	f.add(name, "NAME", doc, func(s string) error {
		if !slices.Contains(choices, s) {
			return unknown(name, s, choices)
		}
		*dst = s
		return nil
	})
}

// memory is --max-memory of what is read, 2 GB unless given.
func (f *flags) memory(doc string, dst *int64) {
	f.add("max-memory", "SIZE", doc+", such as 500MB (default 2GB)", func(s string) (err error) {
		*dst, err = parseSize(s)
		return err
	})
}

// count is a whole number from least on.
func (f *flags) count(name, arg, doc string, least int, dst *int) {
	f.add(name, arg, doc, func(s string) error {
		v, err := strconv.Atoi(s)
		if err != nil || v < least {
			return &usageError{fmt.Sprintf("%q is not a whole number of at least %d", s, least), ""}
		}
		*dst = v
		return nil
	})
}

// isGiven reports whether the flag stands on the command line.
func (f *flags) isGiven(name string) bool {
	given := false
	f.set.Visit(func(g *flag.Flag) { given = given || g.Name == name })
	return given
}

// parse reads flags and other arguments in any order and returns the others.
// What follows a lone -- is not a flag. flag.ErrHelp means that help is wanted.
func (f *flags) parse(args []string) (rest []string, err error) {
	for len(args) > 0 {
		if err := f.set.Parse(args); err != nil {
			return nil, f.reword(err)
		}
		left := f.set.Args()
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

// reword says in the words of this program what package flag complains about.
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

// read parses the arguments, of which at most one, called what, is not a flag;
// "" where there is none. helped tells that help was asked for and has been
// written to w, with more paragraphs below the title.
func (f *flags) read(args []string, what string, w io.Writer, more ...string) (value string, helped bool, err error) {
	rest, err := f.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return "", true, f.help(w, more...)
	case err != nil:
		return "", false, err
	case len(rest) == 0:
		return "", false, nil
	case len(rest) == 1:
		return rest[0], false, nil
	}
	problem := fmt.Sprintf("at most one %s, not %d: %s", what, len(rest), strings.Join(rest, " "))
	for _, c := range named() {
		if f.command.name == "" && slices.Contains(rest, c.name) {
			return "", false, &usageError{problem, "the command comes first: " + c.usage()}
		}
	}
	return "", false, &usageError{problem, "put a value with spaces in quotes, and write --flag=false to turn a flag off"}
}
