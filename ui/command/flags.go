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

// flags holds the flags of one command and their help.
type flags struct {
	command command
	set     *flag.FlagSet
	entries []entry
	groups  []string // in the order of help
	wrong   error    // the first error of a flag's value
}

// entry describes one flag in the help.
type entry struct{ group, name, arg, doc string }

func newFlags(c command) *flags {
	f := &flags{command: c, set: flag.NewFlagSet(c.name, flag.ContinueOnError)}
	f.set.SetOutput(io.Discard)
	f.set.Usage = func() {}
	return f
}

// group starts a group of flags with this heading in the help.
func (f *flags) group(title string) { f.groups = append(f.groups, title) }

// add defines a flag with a value. arg names the value in the help.
func (f *flags) add(name, arg, doc string, set func(string) error) {
	f.entries = append(f.entries, entry{f.groups[len(f.groups)-1], name, arg, doc})
	f.set.Func(name, doc, func(s string) error { return f.take(name, s, set) })
}

// addBool defines a boolean flag, which needs no value.
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

// take sets a flag and stores the first error, since package flag would reword it.
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

// memory defines --max-memory.
func (f *flags) memory(doc string, dst *int64) {
	f.add("max-memory", "SIZE", doc+", such as 500MB (default 2GB)", func(s string) (err error) {
		*dst, err = parseSize(s)
		return err
	})
}

// count defines a flag for a whole number of at least least.
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

// isGiven reports whether the flag was given on the command line.
func (f *flags) isGiven(name string) bool {
	given := false
	f.set.Visit(func(g *flag.Flag) { given = given || g.Name == name })
	return given
}

// parse parses flags and other arguments in any order and returns the others.
// Arguments after a lone -- are not flags. The error is flag.ErrHelp for --help.
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
