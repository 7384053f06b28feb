package data

import (
	"context"
	"io"
	"os"
)

// openFile opens a file for reading. A named pipe without a writer keeps it
// waiting, which ctx ends.
func openFile(ctx context.Context, path string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(path)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		go func() {
			if o := <-done; o.err == nil {
				o.file.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// input is the stream as it comes from disk or pipe: it stops when the context
// is done, even where nothing comes, and reports progress.
type input struct {
	ctx         context.Context
	r           io.Reader
	file        io.ReaderAt // the same, if it is an ordinary file; else nil
	done, total int64
	progress    func(done, total int64)

	buffer []byte       // of the read that is under way, which ctx may leave behind
	came   chan arrival // what it came to
}

type arrival struct {
	n   int
	err error
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
		in.buffer, in.came = make([]byte, sniffBytes), make(chan arrival, 1)
	}
	part := in.buffer[:min(len(p), len(in.buffer))]
	go func() {
		n, err := in.r.Read(part)
		in.came <- arrival{n, err}
	}()
	select {
	case a := <-in.came:
		return copy(p, part[:a.n]), a.err
	case <-in.ctx.Done():
		return 0, in.ctx.Err()
	}
}

// ReadAt reads from anywhere in an ordinary file.
func (in *input) ReadAt(p []byte, off int64) (int, error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	return in.file.ReadAt(p, off)
}
