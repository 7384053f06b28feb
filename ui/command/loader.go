package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// loader opens DATA as the flags say.
type loader struct {
	flags     *flags
	choice    data.Choice
	dialect   data.Dialect
	landmarks string // file of landmarks; "" for none

	classifier string // a learner that makes classes of a target of numbers; "" for none

	maxBytes *int64  // memory limit of the process
	kernel   *string // the kernel of the flags: precomputed reads DATA as a kernel matrix
	whole    bool    // whether all entries of a large matrix are checked
}

// define defines the loader's flags.
func (l *loader) define(f *flags) {
	l.flags = f
	f.add("target", "NAME|N|FILE",
		"column to predict, by name or number from 1, or none, or a file with a value for each row "+
			"(default: the last column, LIBSVM's label, of a kernel matrix none)",
		asText(&l.choice.Target).from(among(func(before []string, _ string) []string {
			return append(columnWords(before, ""), "none\tno column")
		})))
	columns := func(list *[]string) kind { return asNames(list).from(listOf(columnWords)) }
	f.add("columns", "A,B", "features, by name or number; -NAME drops a feature", columns(&l.choice.Columns))
	f.add("categorical", "A,B", "columns of numbers to read as categories", columns(&l.choice.Categorical))
	defineDialect(f, &l.dialect)
	f.add("drop-missing", "", "leave out rows with missing values (default: an error)", whether(&l.choice.DropMissing))
}

// defineDialect defines the flags that say how a text table is written.
func defineDialect(f *flags, d *data.Dialect) {
	f.add("header", "NAME",
		"whether the first line, or a # comment above it, has the columns' names: auto, yes or no (default auto)",
		choice((*string)(&d.Header), data.Headers()...))
	f.add("separator", "NAME|CHAR",
		"what separates cells: auto, comma, semicolon, tab, pipe, blanks (any run of them), or a character (default auto)",
		read(&d.Separator, func(text string) (string, error) {
			if _, ok := data.SeparatorSign(text); !ok || text == "" {
				return "", unknown("separator", text, data.Separators())
			}
			return text, nil
		}).from(oneOf(data.Separators()...)))
	f.add("skip-lines", "N", "lines to skip above a text table", atLeast(0, &d.SkipLines))
	f.add("thousands", "NAME", "mark in numbers such as 1,100.50: comma, point, blank or quote (default none)",
		choice(&d.Thousands, data.Marks()...))
	f.add("decimal", "NAME", "comma or point (default: the first mark in the file; point if commas separate cells)",
		choice(&d.Decimal, data.Marks()[:2]...))
	f.add("missing", "LIST", "cells that mean a missing value, too, such as -999,unknown", asNames(&d.Missing))
}

// defineIndefinite defines --indefinite, which commands show after --kernel.
func (l *loader) defineIndefinite(f *flags) {
	f.add("indefinite", "NAME",
		"eigenvalues λ < 0 of a kernel matrix: clip sets them to 0, flip to |λ|, shift adds −λmin (default: as they are)",
		choice(&l.choice.Indefinite, data.Indefinites()...))
}

func (l *loader) options() data.Options {
	return data.Options{Dialect: l.dialect, MaxBytes: model.UsableMemory(*l.maxBytes), Spectral: linalg.Spectral}
}

// generator finds a built-in set; "" is the default one. Flags that choose columns are a usage error for a set.
func (l *loader) generator(name string) (g synthetic.Generator, ok bool, err error) {
	if name == "" {
		name = synthetic.Generators()[0].Name()
	}
	if g, ok, err = synthetic.Find(name); !ok || err != nil {
		return g, ok, err
	}
	for _, flag := range []string{"target", "columns", "categorical", "drop-missing", "indefinite"} {
		if l.flags.isGiven(flag) {
			problem := fmt.Sprintf("--%s is for files, and %s is a built-in set", flag, g.Name())
			return g, true, usage(problem, "leave the flag out, or name a file")
		}
	}
	return g, true, nil
}

// table reads a file, or standard input for "-".
func (l *loader) table(ctx context.Context, name string, stdin io.Reader) (*data.Table, error) {
	open := func() (*data.Table, error) { return data.Open(ctx, name, stdin, l.options()) }
	switch isMatrix := *l.kernel == kernel.Precomputed; {
	case !isMatrix && l.flags.isGiven("indefinite"):
		return nil, usage("--indefinite is for a kernel matrix, not for points", "add --kernel precomputed, or leave it out")
	case !isMatrix:
		l.choice.Indefinite = "" // a session on a matrix may have set it
	default:
		open = func() (*data.Table, error) {
			return data.OpenMatrix(ctx, name, stdin, l.choice, l.options(), l.whole)
		}
	}
	table, err := open()
	if err == nil {
		err = table.WithTarget(ctx, l.choice, l.options())
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return table, err
	}
	base, _, _ := strings.Cut(name, ":")
	sets := mapped(synthetic.Generators(), synthetic.Generator.Name)
	if near := data.Nearest(base, append(sets, commandNames(l.flags.Command)...)); near != "" {
		return nil, fmt.Errorf("%s: no such file or set (did you mean %s?)", name, near)
	}
	return nil, err
}

// open opens DATA, with the landmarks of --landmarks, and returns notes for the user. It scans all rows of a file once.
func (l *loader) open(ctx context.Context, name string, stdin io.Reader) (source data.Source, notes []remedy.Note,
	err error) {
	source, isSet, err := l.generator(name)
	if err == nil && !isSet {
		source, notes, err = l.file(ctx, name, stdin)
	}
	if err != nil || l.landmarks == "" {
		return source, notes, err
	}
	source, more, err := data.WithLandmarks(ctx, source, l.landmarks, l.options())
	return source, append(notes, more...), err
}

// file reads a file and the notes on it.
func (l *loader) file(ctx context.Context, name string, stdin io.Reader) (*data.File, []remedy.Note, error) {
	table, err := l.table(ctx, name, stdin)
	if err != nil {
		return nil, nil, err
	}
	file, err := l.chosen(ctx, table)
	if err != nil {
		return nil, nil, err
	}
	notes, err := data.Await(ctx, func() ([]remedy.Note, error) {
		return append(file.Notes(), file.Describe().Problems...), nil
	})
	return file, notes, err
}

// chosen applies the flags' choice of columns to a table. If settings in the remedy of an error make the file readable,
// the last line of the error is the command that has these settings.
func (l *loader) chosen(ctx context.Context, table *data.Table) (*data.File, error) {
	file, err := data.Await(ctx, func() (*data.File, error) {
		file, err := table.File(l.choice)
		if err == nil && l.classifier != "" && file.HasTarget() && file.Classes() == nil {
			return l.classed(file)
		}
		return file, err
	})
	var own *data.Error
	if !errors.As(err, &own) {
		return file, err
	}
	if choice, dialect, ok := data.Corrected(own, l.choice, l.dialect); ok {
		args := append([]string{"gramscope", "data"}, flagtext.Reading(table.Path, choice, dialect)...)
		own.Below = append(own.Below, legible.Shell(args...))
	}
	return file, err
}

// classed makes classes of the target's numbers.
func (l *loader) classed(file *data.File) (*data.File, error) {
	target, choice := file.Target(), l.choice
	choice.Categorical = append(slices.Clone(choice.Categorical), target)
	file, err := file.Table.File(choice)
	const most = 50 // different numbers that may be classes
	if err == nil && len(file.Classes()) > most {
		const problem = "the target %s has %d different numbers, and %s is for a few classes"
		return nil, usage(fmt.Sprintf(problem, target, len(file.Classes()), l.classifier),
			fmt.Sprintf("take --learner ridge, or a target with at most %d", most))
	}
	return file, err
}

// takers names the methods that take landmarks from a file.
func takers(methods []model.Method) []string {
	return model.NamesOf(methods, func(m model.Method) bool { return m.Needs.Landmarks })
}

// unusedLandmarks is the note that no chosen method takes the landmarks.
func unusedLandmarks(methods []model.Method) string {
	return "--landmarks is not used: they are for the method " + strings.Join(takers(methods), ", ")
}
