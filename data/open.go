package data

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gramscope/data/remedy"
)

// DefaultMaxBytes is the memory that data may take unless Options say otherwise.
const DefaultMaxBytes = 2_000_000_000

// Header tells whether the first line of a CSV file holds names.
type Header string

const (
	HeaderAuto Header = "auto" // it does unless all its cells are numbers; a comment right above may hold them then
	HeaderYes  Header = "yes"
	HeaderNo   Header = "no"
)

// Headers are the choices by their names.
func Headers() []string { return []string{string(HeaderAuto), string(HeaderYes), string(HeaderNo)} }

// Options are the settings of reading; the zero value is ready to use.
type Options struct {
	Header   Header                  // "" = auto; only CSV has headers
	MaxBytes int64                   // memory the data may take, in reading and after; 0 = DefaultMaxBytes
	OneRow   bool                    // a single row will do, which is otherwise an error
	Progress func(done, total int64) // bytes read so far, total 0 if unknown; may be nil; called often, from the reading goroutine
}

// Open reads the table in a file, or in stdin where path is "-". See ReadTable.
func Open(ctx context.Context, path string, stdin io.Reader, opts Options) (*Table, error) {
	if path == "-" {
		return ReadTable(ctx, stdin, path, opts)
	}
	// A named pipe without a writer keeps it waiting.
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

// ReadTable reads a table from r: CSV, LIBSVM, .npy or .npz, gzip-compressed or
// not. The format is told by the content, and by the ending of name for LIBSVM
// (.libsvm, .svm, .svmlight, also with .gz). name stands in errors. Reading
// stops with ctx.Err() soon after ctx is done, even while r keeps it waiting, and
// a Read of r may then still be under way; all other errors are *Error.
func ReadTable(ctx context.Context, r io.Reader, name string, opts Options) (*Table, error) {
	return readTable(&input{ctx: ctx, r: r, progress: opts.Progress}, name, opts)
}

func readTable(in *input, name string, opts Options) (*Table, error) {
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = DefaultMaxBytes
	}
	memory := &budget{limit: opts.MaxBytes, source: in}
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
	t.path, t.memory = name, budget{held: memory.held, limit: opts.MaxBytes, file: name}
	t.Name = filepath.Base(name)
	return t, nil
}

// asError makes an *Error of whatever reading met: those of this package pass,
// and get the file's name; others come from the disk or the gzip stream.
func asError(name string, err error) *Error {
	var own *Error
	if errors.As(err, &own) {
		own.File = name
		return own
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return &Error{File: name, Problem: pathErr.Op + ": " + pathErr.Err.Error(), Err: err}
	}
	return &Error{File: name, Problem: err.Error(), Err: err}
}

// sniffBytes is how much of the beginning is looked at to tell the format.
const sniffBytes = 1 << 16

func readFormat(source *input, name string, opts Options, memory *budget) (*Table, error) {
	in, head, isPacked, err := unpacked(source)
	if err != nil {
		return nil, err
	}
	name = strings.ToLower(name)
	if isPacked {
		name = strings.TrimSuffix(name, ".gz")
	}
	ending := filepath.Ext(name)
	switch {
	case len(head) == 0:
		return nil, &Error{Problem: "the file is empty", Want: "a table of numbers"}
	case bytes.HasPrefix(head, []byte(npyMagic)):
		return readNPY(in, memory)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		if source.file != nil && !isPacked {
			return readNPZ(source, source.total, memory)
		}
		return unpackNPZ(in, memory)
	case ending == ".npy" || ending == ".npz":
		return nil, &Error{Problem: "no NumPy file: its first bytes differ", Want: "what numpy.save or numpy.savez writes"}
	}
	if in, head, err = asText(in, head); err != nil {
		return nil, err
	}
	if ending == ".libsvm" || ending == ".svm" || ending == ".svmlight" || looksLikeLIBSVM(head) {
		return readLIBSVM(in, memory)
	}
	return readCSV(in, opts.Header, partBytes, memory)
}

// unpacked is a stream with its beginning, of a gzip stream what it holds.
func unpacked(source io.Reader) (in *bufio.Reader, head []byte, isPacked bool, err error) {
	const gzipMagic = "\x1f\x8b"
	in = bufio.NewReaderSize(source, sniffBytes)
	if head, err = peek(in); err != nil || !bytes.HasPrefix(head, []byte(gzipMagic)) {
		return in, head, false, err
	}
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return nil, nil, true, gzipError(err)
	}
	in = bufio.NewReaderSize(readFunc(func(p []byte) (int, error) {
		n, err := unzipped.Read(p)
		if err != nil && err != io.EOF {
			err = gzipError(err)
		}
		return n, err
	}), sniffBytes)
	head, err = peek(in)
	return in, head, true, err
}

// asText is a stream that begins with head as text with line feeds, without a byte-order mark.
func asText(in *bufio.Reader, head []byte) (*bufio.Reader, []byte, error) {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return nil, nil, &Error{Problem: "the text is in UTF-16", Want: "UTF-8", Remedies: remedy.Do("convert it: iconv -f utf-16 -t utf-8 FILE")}
	}
	if at := bytes.IndexByte(head, 0); at >= 0 {
		return nil, nil, &Error{Line: 1 + bytes.Count(head[:at], []byte("\n")), Problem: fmt.Sprintf("binary data (a zero byte at offset %d)", at),
			Want: "CSV, LIBSVM, .npy or .npz, or one of them compressed by gzip", Remedies: remedy.Do("export the data as CSV")}
	}
	if rest, marked := bytes.CutPrefix(head, []byte("\xef\xbb\xbf")); marked { // byte-order mark
		in.Discard(len(head) - len(rest))
		head = rest
	}
	// A last return may have its line feed behind what can be seen.
	at := bytes.IndexByte(head, '\r')
	if at < 0 || at == len(head)-1 && len(head) >= sniffBytes-3 || bytes.IndexByte(head, '\n') >= 0 {
		return in, head, nil
	}
	text := in // whose lines end with a return alone, as on a Macintosh of old
	in = bufio.NewReaderSize(readFunc(func(p []byte) (int, error) {
		n, err := text.Read(p)
		copy(p, bytes.ReplaceAll(p[:n], []byte("\r"), []byte("\n")))
		return n, err
	}), sniffBytes)
	head, err := peek(in)
	return in, head, err
}

// peek gives the beginning of the stream without consuming it. An error after
// some bytes is left to the reader that reaches it.
func peek(in *bufio.Reader) ([]byte, error) {
	head, err := in.Peek(sniffBytes)
	if len(head) == 0 && err != io.EOF {
		return nil, err
	}
	return head, nil
}

// gzipError says that the compressed file is at fault, unless the context ended reading.
func gzipError(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	problem := "the gzip stream is damaged (" + err.Error() + ")"
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		problem = "the gzip stream ends too early: the file is truncated"
	}
	return &Error{Problem: problem, Remedies: remedy.Do("fetch or compress it again; gzip -t FILE tests it"), Err: err}
}
