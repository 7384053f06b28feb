package data

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"gramscope/data/remedy"
)

// Await returns the results of f, or ctx.Err() if ctx is done before. In that case f continues, and its results are
// left to the garbage collector, which closes files; f must have no other effect. A panic of f is raised again in the
// caller, unless it says that data can't be read.
func Await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	var value, none T
	var err error
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		value, err = f()
	}()
	select {
	case <-done:
		if unreadable, ok := remedy.Unreadable(panicked); ok {
			return none, unreadable
		}
		if panicked != nil {
			panic(panicked)
		}
		return value, err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// input is a stream from disk or a pipe. It stops when the context is done, even if a Read blocks, and
// reports progress.
type input struct {
	ctx         context.Context
	r           io.Reader
	file        io.ReaderAt // r if it is a regular file; else nil
	done, total int64
	progress    func(done, total int64)
	buffer      []byte // for a Read that may still run after ctx is done
}

func (in *input) Read(p []byte) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	if in.buffer == nil {
		in.buffer = make([]byte, sniffBytes)
	}
	part := in.buffer[:min(len(p), len(in.buffer))]
	n, err := Await(in.ctx, func() (int, error) { return in.r.Read(part) })
	in.done += int64(copy(p, part[:n]))
	if in.progress != nil {
		in.progress(in.done, in.total)
	}
	return n, err
}

// ReadAt reads from anywhere in a regular file.
func (in *input) ReadAt(p []byte, off int64) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	return in.file.ReadAt(p, off)
}

// sniffBytes is the number of bytes at the beginning from which the format is recognised.
const sniffBytes = 1 << 16

// asText returns a stream that begins with head as lines of UTF-8 with line feeds and without a byte-order mark. Binary
// data are an error.
func asText(in *bufio.Reader, head []byte, memory *budget) *lineStream {
	s := newLineStream(nil, sniffBytes, memory)
	in = s.encoding.decode(in, head)
	head = bytes.TrimSuffix(peek(in), []byte("\r")) // whose line feed may follow later
	count := func(end string) int { return bytes.Count(head, []byte(end)) }
	if s.in = in; count("\r") > count("\r\n")+count("\n") {
		s.in = readFunc(func(p []byte) (int, error) { // most lines end with a carriage return, as on the classic Macintosh
			n, err := in.Read(p)
			copy(p, bytes.ReplaceAll(p[:n], []byte("\r"), []byte("\n")))
			return n, err
		})
	}
	return s
}

// peek returns the beginning of the stream without consuming it. An error after
// the first byte is left for the reader that reaches it.
func peek(in *bufio.Reader) []byte {
	head, err := in.Peek(sniffBytes)
	if len(head) == 0 && err != io.EOF {
		check(err)
	}
	return head
}
