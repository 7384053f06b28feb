package data

import (
	"context"
	"io"
)

// await returns the results of f, or ctx.Err() if ctx is done before. In that case f continues, and its
// results are left to the garbage collector, which closes files.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	var value T
	var err error
	done := make(chan struct{})
	go func() {
		value, err = f()
		close(done)
	}()
	select {
	case <-done:
		return value, err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// readFunc is an io.Reader made of a function.
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
	n, err := in.read(p)
	in.done += int64(n)
	if in.progress != nil {
		in.progress(in.done, in.total)
	}
	return n, err
}

// read reads from the stream until ctx is done. A regular file does not block for long.
func (in *input) read(p []byte) (int, error) {
	if in.file != nil {
		return in.r.Read(p)
	}
	if in.buffer == nil {
		in.buffer = make([]byte, sniffBytes)
	}
	part := in.buffer[:min(len(p), len(in.buffer))]
	n, err := await(in.ctx, func() (int, error) { return in.r.Read(part) })
	return copy(p, part[:n]), err
}

// ReadAt reads from anywhere in a regular file.
func (in *input) ReadAt(p []byte, off int64) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	return in.file.ReadAt(p, off)
}
