package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"gramscope/data/remedy"
)

// Open reads the table in a file, or in stdin if path is "-". See ReadTable.
func Open(ctx context.Context, path string, stdin io.Reader, opts Options) (*Table, error) {
	if path == "-" {
		return ReadTable(ctx, stdin, path, opts)
	}
	// Opening a named pipe blocks until there is a writer.
	file, err := await(ctx, func() (*os.File, error) { return os.Open(path) })
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		neighbours, _ := os.ReadDir(filepath.Dir(path))
		return nil, &Error{File: path, Problem: "no such file" + DidYouMean(filepath.Base(path), namesOf(neighbours, fs.DirEntry.Name)),
			Remedies: remedy.By("take a built-in set", "set", ""), Err: err}
	default:
		return nil, asError(path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, asError(path, err)
	}
	if info.IsDir() {
		return nil, &Error{File: path, Problem: "this is a directory", Want: "a file", Remedies: remedy.Do("name a file in it")}
	}
	in := &input{ctx: ctx, r: file, progress: opts.Progress}
	if info.Mode().IsRegular() && info.Size() > 0 {
		in.file, in.total = file, info.Size()
	}
	return readTable(in, path, opts)
}

// ReadTable reads a table from r in one of the [Formats], which may be compressed. The
// format is recognised by the content, and that of a text by the ending of name, too.
// name appears in errors. Reading stops with ctx.Err() soon after ctx is done, even while a
// Read of r blocks, which is then left running. All other errors are *Error.
func ReadTable(ctx context.Context, r io.Reader, name string, opts Options) (*Table, error) {
	return readTable(&input{ctx: ctx, r: r, progress: opts.Progress}, name, opts)
}

func readTable(in *input, name string, opts Options) (*Table, error) {
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = DefaultMaxBytes
	}
	memory := &budget{limit: opts.MaxBytes}
	t, err := readFormat(in, name, opts, memory)
	if err == nil {
		err = memory.refused
	}
	switch ctxErr := in.ctx.Err(); {
	case ctxErr != nil && err != nil:
		return nil, ctxErr
	case err != nil:
		return nil, asError(name, err)
	case t.Rows == 0:
		return nil, &Error{File: name, Problem: "no data rows, at most a header", Want: "at least 2 rows"}
	case t.Rows == 1 && !opts.OneRow:
		return nil, &Error{File: name, Problem: "only 1 data row", Want: "at least 2"}
	case t.Rows > math.MaxInt32:
		return nil, &Error{File: name, Problem: fmt.Sprintf("%d data rows", t.Rows), Want: fmt.Sprintf("at most %d", math.MaxInt32)}
	}
	t.path, t.memory = name, budget{used: memory.used, limit: opts.MaxBytes, file: name}
	t.Name = filepath.Base(name)
	return t, nil
}

// asError adds the name of the file to an *Error, and turns any other error, such as one of
// the disk, into an *Error.
func asError(name string, err error) *Error {
	var bad *Error
	if errors.As(err, &bad) {
		bad.File = name
		return bad
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return &Error{File: name, Problem: pathErr.Op + ": " + pathErr.Err.Error(), Err: err}
	}
	return &Error{File: name, Problem: err.Error(), Err: err}
}
