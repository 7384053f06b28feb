package command

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/chooser"
)

// completion writes the script that completes command lines in a shell. The script asks the program.
func (p *program) completion() *flags {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	f := newFlags("completion SHELL",
		"write the script that completes commands in bash, zsh, fish or powershell", oneOf(shells...))
	f.one("SHELL", func(_ context.Context, name string) (err error) {
		var script strings.Builder
		switch root := f.Root(); name {
		case "bash":
			err = root.GenBashCompletionV2(&script, true)
		case "zsh":
			err = root.GenZshCompletion(&script)
		case "fish":
			err = root.GenFishCompletion(&script, true)
		case "powershell":
			err = root.GenPowerShellCompletionWithDesc(&script)
		default:
			err = unknown("shell", name, shells)
		}
		if err != nil {
			return err
		}
		return p.write(inLists.Replace(script.String()))
	})
	return f
}

// inLists lets cobra's script of bash complete after a comma, which it expects with a backslash.
var inLists = strings.NewReplacer(
	`[[ $comp == "$cur"* ]]`, `[[ ${comp//\\,/,} == "$cur"* ]]`,
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`,
	`printf -v COMPREPLY[0] %q "${COMPREPLY[0]%%$tab*}"; COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`,
	`COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")`,
	`printf -v COMPREPLY[0] %q "${COMPREPLY[0]}"; COMPREPLY[0]=${COMPREPLY[0]//\\,/,}`)

// takes says what completes an argument or a flag's value: words or files.
type takes struct {
	words words // nil for none
	files bool

	list bool     // several of the words, separated by commas
	also []string // words in place of the whole list
}

// words returns candidates for the word typed after the words before, each with a description after a tab.
type words func(before []string, typed string) []string

func among(of words) *takes { return &takes{words: of} }

func listOf(of words, also ...string) *takes { return &takes{words: of, list: true, also: also} }

func oneOf(list ...string) *takes { return among(func([]string, string) []string { return list }) }

var (
	aFile   = &takes{files: true}
	dataset = &takes{words: setWords, files: true}
)

// complete implements [cobra.CompletionFunc]. No file is a candidate after the whole name of a built-in set.
func (t *takes) complete(
	_ *cobra.Command, before []string, typed string) (list []string, hint cobra.ShellCompDirective) {
	hint = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	if _, isSet, _ := synthetic.Find(typed); t.files && !isSet {
		hint &^= cobra.ShellCompDirectiveNoFileComp
	}
	given, all := "", []string(nil)
	if t.list {
		given, hint = typed[:strings.LastIndex(typed, ",")+1], hint|cobra.ShellCompDirectiveNoSpace
	}
	if t.words != nil {
		all = t.words(before, typed[len(given):])
	}
	if given == "" {
		all = append(all, t.also...)
	}
	for _, w := range all {
		text, _, _ := strings.Cut(w, "\t")
		if !strings.HasPrefix(text, typed[len(given):]) || slices.Contains(strings.Split(given, ","), text) {
			continue
		}
		if list = append(list, given+w); strings.HasSuffix(text, "=") {
			hint |= cobra.ShellCompDirectiveNoSpace
		}
	}
	return list, hint
}

// each returns the word and the description of each thing, as cobra has them.
func each[T any](things []T, word func(T) (text, doc string)) []string {
	return mapped(things, func(one T) string { return cobra.CompletionWithDesc(word(one)) })
}

// wordsOf returns words that offer the word and the description of each thing.
func wordsOf[T any](things func() []T, word func(T) (text, doc string)) words {
	return func([]string, string) []string { return each(things(), word) }
}

// mapped returns the result of a function for each thing.
func mapped[T, V any](things []T, of func(T) V) (list []V) {
	for _, one := range things {
		list = append(list, of(one))
	}
	return list
}

// valuesNamed completes a value that the help calls arg: FILE, DIR, and words in small letters, as in S|median|mean.
func valuesNamed(arg string) *takes {
	switch arg {
	case "":
		return oneOf("true", "false")
	case "FILE", "DIR":
		return aFile
	}
	isForm := func(part string) bool { return part != strings.ToLower(part) }
	return oneOf(slices.DeleteFunc(strings.Split(arg, "|"), isForm)...)
}

// setWords lists the built-in sets and, after a set and a colon, its settings.
func setWords(_ []string, typed string) (list []string) {
	base, settings, chosen := strings.Cut(typed, ":")
	if !chosen {
		return each(synthetic.Generators(), func(g synthetic.Generator) (string, string) { return g.Name(), g.Title })
	}
	before := base + ":" + settings[:strings.LastIndex(settings, ",")+1]
	g, _, _ := synthetic.Find(base)
	return each(g.Settings, func(s synthetic.Setting) (string, string) { return before + s.Name + "=", s.Doc })
}

func methodWords(methods []model.Method) words {
	all := func() []model.Method { return methods }
	return wordsOf(all, func(m model.Method) (string, string) { return m.Name, m.Title() })
}

func commandWords(root *cobra.Command) []string {
	return each(root.Commands(), func(c *cobra.Command) (string, string) { return c.Name(), c.Short })
}

// figureWords lists what --figures takes: figures, and columns that are computed.
func figureWords([]string, string) (list []string) {
	for _, c := range sweep.AllColumns() {
		if _, err := sweep.ParseFigures(c.Name); err == nil {
			list = append(list, cobra.CompletionWithDesc(c.Name, c.Doc))
		}
	}
	for _, name := range sweep.AllFigures().Names() {
		if _, isColumn := sweep.ColumnNamed(name); !isColumn {
			list = append(list, cobra.CompletionWithDesc(name, "the columns of this group"))
		}
	}
	return list
}

// columnWords lists the columns of a text file, after a - the columns to drop, if their names need no escapes.
func columnWords(before []string, typed string) (list []string) {
	sign := ""
	if strings.HasPrefix(typed, "-") {
		sign = "-"
	}
	for _, name := range columnsOf(before) {
		if name == legible.Text(name) && !strings.Contains(name, ",") {
			list = append(list, sign+name)
		}
	}
	return list
}

// columnsOf reads the names of columns from the beginning of a file; there are none if it can't be read.
func columnsOf(before []string) []string {
	if len(before) == 0 {
		return nil
	}
	path := chooser.Home(before[0])
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil // a pipe would wait for a writer
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	rows, err := data.NewRows(file, path, data.Dialect{})
	if err != nil {
		return nil
	}
	return rows.Names
}
