package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
)

// started is an output that tells when the first frame is written.
type started struct {
	once sync.Once
	at   chan struct{}
}

func (s *started) Write(p []byte) (int, error) {
	s.once.Do(func() { close(s.at) })
	return len(p), nil
}

// TestSignalsAreTheContexts sends this process a SIGTERM that only the
// context is to notice: the explorer's end must not look like `q`.
func TestSignalsAreTheContexts(t *testing.T) {
	ctx, stop := signal.NotifyContext(t.Context(), syscall.SIGTERM)
	defer stop()
	keys, typing := io.Pipe()
	defer typing.Close()
	out := &started{at: make(chan struct{})}
	spec := sweep.DefaultSpec(20)
	spec.Methods = []string{"plain"}
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{Source: synthetic.Generators()[0], Spec: spec, Methods: screentest.Methods(), Workers: 1,
			Input: keys, Output: out})
	}()
	<-out.at
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(syscall.SIGTERM)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Run returned %v after SIGTERM, want context.Canceled", err)
	}
}

// TestFilesAreWrittenBeforeTheEnd: quitting waits for a file, and not for work
// whose result nobody will see.
func TestFilesAreWrittenBeforeTheEnd(t *testing.T) {
	r := job.NewRunner(t.Context())
	goOn, stuck := make(chan struct{}), make(chan struct{})
	defer close(stuck)
	var whole atomic.Bool
	r.Start(job.Write, func(context.Context, func(any)) error { <-goOn; whole.Store(true); return nil })
	r.Start(job.Sweep, func(context.Context, func(any)) error { <-stuck; return nil })
	time.AfterFunc(20*time.Millisecond, func() { close(goOn) })
	r.AwaitFiles(time.Minute)
	if !whole.Load() {
		t.Error("the file was not waited for")
	}
	r.Close(time.Millisecond)
}
