package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lesson"
	"gramscope/model/paper"
	"gramscope/model/sweep"
	"gramscope/ui/session"
)

// values says what completes one place of a command line: a flag's value or an argument.
type values struct {
	words  func(before []string, typed string) []candidate // known names, whether they begin with typed or not; nil: none
	also   []candidate                                     // words that stand alone, never in a list
	isList bool                                            // several names, separated by commas
	paths  cobra.ShellCompDirective                        // files, folders or neither
}

// candidate is a text for the word being typed, with a description for shells that show one.
type candidate struct{ text, doc string }

// The values of values.paths.
const (
	files   = cobra.ShellCompDirectiveDefault
	folders = cobra.ShellCompDirectiveFilterDirs
	neither = cobra.ShellCompDirectiveNoFileComp
)

// oneOf is one of some words.
func oneOf(names ...string) values {
	return among(func([]string, string) (list []candidate) {
		for _, name := range names {
			list = append(list, candidate{text: name})
		}
		return list
	})
}

// nothing can be said of a value.
var nothing = values{paths: neither}

// among is one of some known words.
func among(words func([]string, string) []candidate) values {
	return values{words: words, paths: neither}
}

// listOf is several of some known words.
func listOf(words func([]string, string) []candidate) values {
	return values{words: words, paths: neither, isList: true}
}

func aFile() values { return values{paths: files} }

func dataset() values { return values{words: setWords, paths: files} }

// valuesNamed returns what completes a value that the help calls arg: FILE and DIR, and words in
// small letters, as in S|median|mean.
func valuesNamed(arg string) (v values) {
	switch arg {
	case "":
		return oneOf("true", "false")
	case "FILE":
		return values{paths: files}
	case "DIR":
		return values{paths: folders}
	}
	var fixed []string
	for _, part := range strings.Split(arg, "|") {
		if part == strings.ToLower(part) {
			fixed = append(fixed, part)
		}
	}
	return oneOf(fixed...)
}

// setWords lists the built-in sets and, after a set and a colon, its settings.
func setWords(_ []string, typed string) (list []candidate) {
	base, settings, chosen := strings.Cut(typed, ":")
	for _, g := range synthetic.Generators() {
		if !chosen {
			list = append(list, candidate{g.Name(), g.Title})
			continue
		}
		if g.Name() != base {
			continue
		}
		before := settings[:strings.LastIndex(settings, ",")+1]
		for _, s := range g.Settings {
			list = append(list, candidate{base + ":" + before + s.Name + "=", s.Doc})
		}
	}
	return list
}

func methodWords(methods []model.Method) func([]string, string) []candidate {
	return func([]string, string) (list []candidate) {
		for _, m := range methods {
			list = append(list, candidate{m.Name, m.Title()})
		}
		return list
	}
}

func kernelWords([]string, string) (list []candidate) {
	for _, f := range kernel.Families() {
		list = append(list, candidate{f.Name, f.Doc})
	}
	return list
}

func commandWords(root *cobra.Command) (list []candidate) {
	for _, c := range root.Commands() {
		if !c.Hidden {
			list = append(list, candidate{c.Name(), c.Short})
		}
	}
	return list
}

func paperWords([]string, string) (list []candidate) {
	for _, e := range paper.All() {
		list = append(list, candidate{e.Name, e.Paper + ", " + e.Item})
	}
	return list
}

func lessonWords([]string, string) (list []candidate) {
	for _, name := range lesson.Names() {
		list = append(list, candidate{name, lesson.Title(name)})
	}
	return list
}

// figureWords lists what --figures takes: figures, and columns that are computed.
func figureWords([]string, string) (list []candidate) {
	for _, c := range sweep.AllColumns() {
		if _, err := sweep.ParseFigures(c.Name); err == nil {
			list = append(list, candidate{c.Name, c.Doc})
		}
	}
	for _, name := range sweep.AllFigures().Names() {
		if !slices.ContainsFunc(list, func(w candidate) bool { return w.text == name }) {
			list = append(list, candidate{name, "the columns of this group"})
		}
	}
	return list
}

// parameterWords lists parameters with the = that follows them.
func parameterWords(params []model.Param) func([]string, string) []candidate {
	return func([]string, string) (list []candidate) {
		for _, p := range params {
			list = append(list, candidate{string(p.Name) + "=", p.Doc})
		}
		return list
	}
}

// partWords lists the parts of what is shown, with the = that follows them.
func (p *program) partWords([]string, string) (list []candidate) {
	for _, field := range p.opened(nil, synthetic.Generators()[0]).Shown {
		list = append(list, candidate{text: session.Short(field.Name) + "="})
	}
	return list
}

// columnWords lists the columns of DATA if it is a text file that can be read. Names that a command
// line can't hold are left out.
func columnWords(before []string, _ string) (list []candidate) {
	for _, name := range columnsOf(before) {
		if name != "" && name == legible.Text(name) && !strings.Contains(name, ",") {
			list = append(list, candidate{text: name})
		}
	}
	return list
}

// featureWords lists the columns of DATA, after a - those to drop.
func featureWords(before []string, typed string) []candidate {
	list := columnWords(before, typed)
	if strings.HasPrefix(typed, "-") {
		for i := range list {
			list[i].text = "-" + list[i].text
		}
	}
	return list
}

// columnsOf reads the names of columns from the beginning of a file; there are none if it can't be
// read.
func columnsOf(before []string) []string {
	if len(before) == 0 {
		return nil
	}
	path := before[0]
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(path, "~/") {
		path = filepath.Join(home, path[2:])
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Type()&^fs.ModeSymlink != 0 {
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
