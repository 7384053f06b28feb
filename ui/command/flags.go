package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model/sweep"
)

// flags is a command with its flags, in the order and the groups of the help.
type flags struct {
	*cobra.Command
	heading string   // heading of the group that is being defined
	omitted []string // flags that the command does not take from others
	first   []string // the flags of the short help

	limit            *int64 // the value of --max-memory; nil for commands without
	outputs          []*atomicfile.Destination
	force, inFolders bool // whether outputs replace files, and may be folders, which get a file of a default name
}

// value is a flag's value.
type value struct {
	kind
	group string
	arg   string // names the value in the help; "" for a boolean flag
	text  string // as typed last
}

// Set implements [pflag.Value].
func (v *value) Set(text string) error {
	v.text = text
	return v.set(text)
}

// String implements [pflag.Value].
func (v *value) String() string { return v.text }

// Type implements [pflag.Value].
func (v *value) Type() string { return "text" }

// newFlags returns a command without flags. use is the form of its command line. takes completes its arguments.
func newFlags(use, title string, takes *takes) *flags {
	f := &flags{Command: &cobra.Command{Use: use, Short: title, DisableFlagsInUseLine: true, DisableAutoGenTag: true}}
	f.Flags().SortFlags = false
	f.Flags().BoolP("help", "h", false, "what the command does, and its first flags; --help all lists them all")
	f.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return f.reword(err) })
	f.ValidArgsFunction = takes.complete
	return f
}

// add defines a flag, unless it is omitted. arg names the value in the help, "" for a switch.
func (f *flags) add(name, arg, doc string, k kind) {
	if slices.Contains(f.omitted, name) {
		return
	}
	if k.takes == nil {
		k.takes = valuesNamed(arg)
	}
	shorthand := ""
	if len(name) == 1 {
		shorthand = name
	}
	flag := f.Flags().VarPF(&value{kind: k, group: f.heading, arg: arg}, name, shorthand, doc)
	flag.DefValue = arg // the manual page shows it
	if arg == "" {
		flag.NoOptDefVal, flag.DefValue = "true", "true|false"
	}
}

// value returns the value of one of the command's flags, nil if the flag is cobra's.
func (f *flags) value(name string) *value {
	v, _ := f.Flags().Lookup(name).Value.(*value)
	return v
}

// output defines the flag of an output file, - for standard output, which is checked before the command runs.
func (f *flags) output(name, doc, what string) *atomicfile.Destination {
	to := &atomicfile.Destination{What: what, Another: remedy.By("name another", name, "")}
	to.Replace = remedy.By("replace it", "force", "")
	f.add(name, "FILE", doc, asText(&to.Path))
	f.outputs = append(f.outputs, to)
	return to
}

// redo changes the help text of a flag.
func (f *flags) redo(name, doc string) { f.Flags().Lookup(name).Usage = doc }

// isGiven reports whether one of the flags was given on the command line.
func (f *flags) isGiven(names ...string) bool { return slices.ContainsFunc(names, f.Flags().Changed) }

// all returns the flags in their order, without --help.
func (f *flags) all() (list []*pflag.Flag) {
	f.Flags().VisitAll(func(flag *pflag.Flag) {
		if f.value(flag.Name) != nil {
			list = append(list, flag)
		}
	})
	return list
}

// reword turns an error of package pflag into a usage error.
func (f *flags) reword(err error) error {
	var invalid *pflag.InvalidValueError
	var missing *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	see := "see " + f.CommandPath() + " --help"
	names := append(mapped(f.all(), func(flag *pflag.Flag) string { return flag.Name }), "help")
	switch {
	case errors.As(err, &invalid):
		name := invalid.GetFlag().Name
		long, _, _ := strings.Cut(name+invalid.GetValue(), "=")
		if near := data.Nearest(long, names); len(name) == 1 && len(near) > 1 {
			return usage("unknown flag -"+long, "did you mean --"+near+"?")
		}
		if wrong := (*sweep.SpecError)(nil); errors.As(invalid.Unwrap(), &wrong) {
			problem := "--" + name + ": " + strings.TrimPrefix(wrong.Problem, name+" ")
			return &sweep.SpecError{Problem: problem, Remedies: wrong.Remedies}
		}
		return invalid.Unwrap()
	case errors.As(err, &missing):
		dash, name := "-", strings.Trim(missing.GetSpecifiedShortnames(), "-")
		if name == "" {
			dash, name = "--", missing.GetSpecifiedName()
		}
		if near := data.Nearest(name, names); near != "" {
			see = fmt.Sprintf("did you mean --%s?", near)
		}
		if _, err := os.Stat(dash + name); err == nil {
			see = fmt.Sprintf("a file of this name is ./%s%s", dash, name)
		}
		return usage("unknown flag "+dash+name, see)
	case errors.As(err, &bare):
		return usage("--"+bare.GetFlag().Name+" needs a value", see)
	case err != nil:
		return usage(err.Error(), see)
	}
	return err
}

// usage returns the error of a mistake in the command line; advice, its remedy, may be "".
func usage(problem, advice string) error {
	e := &sweep.SpecError{Problem: problem}
	if advice != "" {
		e.Remedies = remedy.Do(advice)
	}
	return e
}

// unknown returns the usage error for a name that is not one of names.
func unknown(what, name string, names []string) error { return usage(data.Unknown(what, name, names)) }

// one runs the command with its one argument, or "" if there is none. what names it.
func (f *flags) one(what string, run func(ctx context.Context, name string) error) {
	f.any(func(ctx context.Context, words []string) error {
		if len(words) > 1 {
			return usage(fmt.Sprintf("at most one %s, not %d: %s", what, len(words), strings.Join(words, " ")),
				"put a value with spaces in quotes, and write --flag=false to turn a flag off")
		}
		return run(ctx, strings.Join(words, ""))
	})
}

// any runs the command with all its arguments.
func (f *flags) any(run func(ctx context.Context, words []string) error) {
	f.Args = cobra.ArbitraryArgs
	f.RunE = func(c *cobra.Command, words []string) error {
		files := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word == "-" })
		f.Flags().Visit(func(flag *pflag.Flag) {
			_, err := os.Stat(flag.Value.String()) // a value of FILE|WORD is a file if one exists
			if v := f.value(flag.Name); v != nil && strings.Contains(v.arg, "FILE") && (v.arg == "FILE" || err == nil) {
				files = append(files, v.String())
			}
		})
		for _, to := range f.outputs {
			to.Stdout, to.Overwrite = c.OutOrStdout(), f.force
			if to.Path == "" || f.inFolders && isFolder(to.Path) {
				continue
			}
			there, _ := os.Stat(to.Path)
			isOther := func(file string) bool {
				info, _ := os.Stat(file)
				return filepath.Clean(file) != filepath.Clean(to.Path) && !os.SameFile(info, there)
			}
			if len(slices.DeleteFunc(slices.Clone(files), isOther)) > 1 {
				problem := fmt.Sprintf("%s would be written to %s, which the command line names twice", to.What, to)
				return &sweep.SpecError{Problem: problem, Remedies: to.Another}
			}
			if err := to.Check(); err != nil {
				return err
			}
		}
		if f.limit != nil {
			limitMemory(*f.limit)
		}
		return run(c.Context(), words)
	}
}
