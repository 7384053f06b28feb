package data

import (
	"context"
	"io"
)

// await waits for f no longer than ctx allows. What f comes to after that is left to
// the collector, which closes files.
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

// readFunc is a stream that a function reads.
type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// input is the stream as it comes from disk or pipe: it stops when the context
// is done, even where nothing comes, and reports progress.
type input struct {
	ctx         context.Context
	r           io.Reader
	file        io.ReaderAt // the same, if it is an ordinary file; else nil
	done, total int64
	progress    func(done, total int64)
	buffer      []byte // of the read that is under way, which ctx may leave behind
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

// read waits for the stream no longer than ctx allows. An ordinary file does not
// keep it waiting.
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

// ReadAt reads from anywhere in an ordinary file.
func (in *input) ReadAt(p []byte, off int64) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	return in.file.ReadAt(p, off)
}
