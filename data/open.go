// Package data reads data sets and draws training and test rows from them.
//
// A file is opened in two steps, so that a person can look at the columns before choosing:
//
//	table, err := data.Open(ctx, "abalone.csv.gz", os.Stdin, data.Options{})  // columns, kinds, a preview, notes
//	file, err := table.File(data.Choice{Target: "Rings"})                     // features and target fixed
//	train, test, err := file.Draw(1000, 0.2, rng)                             // rows of X, values y
//	scaling, warnings := data.NewScaling(train)
//	scaling.Apply(train.X)                                                    // and to test.X
//
// A faulty cell is noted with its place while the file is read. It becomes an error in Table.File, and only if its
// column is used, so a bad column can be dropped.
//
// A Source is anything that rows can be drawn from: a File, or a built-in set of package synthetic. A matrix of kernel
// values is opened by OpenMatrix, and may be larger than memory; of other tables larger than memory only Rows can read.
//
// Numbers are float64 and are stored once. The memory of a table is counted while it is read, and so is that which File
// and Draw need: whatever a file claims or unpacks to, it is refused before it takes more than Options.MaxBytes.
//
// Errors are of type *Error. What a user should know but need not stop for is a remedy.Note. Within the package an
// error is a failure, which panics up to the function that is called from outside.
package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Open reads the table in a file, or in stdin if path is "-". See ReadTable.
func Open(ctx context.Context, path string, stdin io.Reader, opts Options) (*Table, error) {
	if path == "-" {
		return ReadTable(ctx, stdin, path, opts)
	}
	// Opening a named pipe blocks until there is a writer.
	file, err := Await(ctx, func() (*os.File, error) { return os.Open(path) })
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		neighbours, _ := os.ReadDir(filepath.Dir(path))
		near := DidYouMean(filepath.Base(path), namesOf(neighbours, fs.DirEntry.Name))
		if to, notLink := os.Readlink(path); notLink == nil {
			near = ": it is a link to " + to
		}
		ways := remedy.By("take a built-in set", "set", "")
		if strings.Contains(path, "://") {
			ways = remedy.Do("download it first, or write: curl -L URL | gramscope -")
		}
		return nil, &Error{File: path, Problem: "no such file" + near, Err: err, Remedies: ways}
	default:
		return nil, asError(path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, asError(path, err)
	}
	if info.IsDir() {
		return nil, &Error{File: path, Problem: "this is a directory", Want: "a file",
			Remedies: remedy.Do("name a file in it")}
	}
	in := &input{ctx: ctx, r: file, progress: opts.Progress}
	if info.Mode().IsRegular() && info.Size() > 0 {
		in.file, in.total = file, info.Size()
	}
	return readTable(in, path, opts)
}

// ReadTable reads a table from r in one of the [Formats], which may be compressed. The format is recognised by the
// content, and that of a text by the ending of name, too. name appears in errors. Reading stops with ctx.Err() soon
// after ctx is done, even while a Read of r blocks, which is then left running. All other errors are *Error.
func ReadTable(ctx context.Context, r io.Reader, name string, opts Options) (*Table, error) {
	return readTable(&input{ctx: ctx, r: r, progress: opts.Progress}, name, opts)
}

func readTable(in *input, name string, opts Options) (*Table, error) {
	memory := &budget{limit: opts.maxBytes()}
	t, err := readFormat(in, name, opts, memory)
	switch ctxErr := in.ctx.Err(); {
	case ctxErr != nil && err != nil:
		return nil, ctxErr
	case err != nil:
		return nil, asError(name, err)
	case t.Rows == 0:
		none := &Error{File: name, Problem: "no data rows", Want: fmt.Sprint("at least ", 2-indicator(opts.OneRow))}
		if t.HasLine {
			none.Remedies = noHeader("if the first line is data, say so")
		}
		return nil, none
	case t.Rows == 1 && !opts.OneRow:
		return nil, &Error{File: name, Problem: "only 1 data row", Want: "at least 2"}
	case t.Rows > math.MaxInt32:
		return nil, &Error{File: name, Problem: fmt.Sprint(t.Rows, " data rows"), Want: fmt.Sprint("at most ", math.MaxInt32)}
	}
	t.Path, t.memory = name, budget{used: memory.used, limit: memory.limit, file: name}
	t.Name = filepath.Base(name)
	return t, nil
}

// asError adds the name of the file to an *Error, and turns any other error, such as one of the disk, into an *Error.
func asError(name string, err error) *Error {
	if bad := (*Error)(nil); errors.As(err, &bad) {
		bad.File = name
		return bad
	}
	return &Error{File: name, Problem: Cause(err), Err: err}
}

// DefaultMaxBytes is the memory that data may take unless Options say otherwise.
const DefaultMaxBytes = 2_000_000_000

func (o Options) maxBytes() int64 { return cmp.Or(max(o.MaxBytes, 0), DefaultMaxBytes) }

// Header says whether the first line of a CSV file holds the names of the columns.
type Header string

const (
	HeaderAuto Header = "auto" // by the types of the cells; the comment above them may hold the names
	HeaderYes  Header = "yes"
	HeaderNo   Header = "no"

	headerOfEntries Header = "entries" // as HeaderAuto, of a matrix: nobody asks for its columns by name
)

// Headers returns the values of Header.
func Headers() []string { return []string{string(HeaderAuto), string(HeaderYes), string(HeaderNo)} }

// Dialect says how a text table is written. Its zero value recognises everything that can be recognised.
type Dialect struct {
	Header    Header `json:"header,omitempty"`     // "" = HeaderAuto
	Separator string `json:"separator,omitempty"`  // of cells: one of Separators, or a character; "" = auto
	SkipLines int    `json:"skip_lines,omitempty"` // number of lines above the table, with its header
	Thousands string `json:"thousands,omitempty"`  // the mark that groups the digits of numbers: one of Marks; "" = none
	Decimal   string `json:"decimal,omitempty"`    // the decimal mark: comma or point; "" = the first number's

	Missing []string `json:"missing,omitempty"` // cells that mean a missing value, beside empty ones and words such as NA
	texts   bool     // a single column of texts is a table

	usualDecimal, usualThousands string // the marks of training, for a file whose own may be either
}

func Separators() []string { return []string{"auto", "comma", "semicolon", "tab", "pipe", "blanks"} }

// Marks returns the names of the marks in numbers. A decimal mark is one of the first two.
func Marks() []string { return []string{"comma", "point", "blank", "quote"} }

// Options says how to read a file. The zero value is ready to use.
type Options struct {
	Dialect
	MaxBytes int64                   // memory that the data may take, while reading and later; 0 = DefaultMaxBytes
	OneRow   bool                    // accept a single row, which is otherwise an error
	Progress func(done, total int64) // called while reading, with the bytes so far and in all (0 = unknown); may be nil

	// Spectral replaces a symmetric a = U·Λ·Uᵀ by U·f(Λ)·Uᵀ, where f overwrites the eigenvalues; see linalg.Spectral. A
	// Choice with Indefinite needs it.
	Spectral func(ctx context.Context, a *mat.Dense, f func(values []float64)) error
}
