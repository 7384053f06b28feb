package approxtest

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gramscope/model"
)

// Limits of the measured memory, relative to a Method's estimate. The estimate is an upper bound for any
// data, so less is allowed, and a little more for small objects.
const (
	leastMeasured = 0.5
	mostMeasured  = 1.2
	smallMemory   = 256 << 10 // bytes allowed on top for lists, garbage and the runtime
)

// Memory checks that the memory of a fit, of its K̃, of the decomposition and of the features of new
// points is what the method estimates. It measures in a process of its own, see [Alone].
func Memory(t *testing.T, m model.Method, g *model.Gram, set model.Values) {
	t.Helper()
	if !Alone(t) {
		return
	}
	s := suite{method: m}
	f, _ := s.fitter(t, set)
	n, d := g.X().Dims()
	want := m.Memory(f, n, d)
	test := cloud(n/4, d, 3)
	// within measures until the result agrees with the estimate. A sample may miss a short peak,
	// and the buffers that linalg reuses grow while it computes several products.
	within := func(what string, before, most, kept int64, work func(context.Context) (any, error)) (made any) {
		t.Helper()
		var peak, stays int64
		for range 25 {
			made = nil
			var err error
			peak, stays = InUse(func(ctx context.Context) { made, err = work(ctx) })
			if err != nil {
				t.Fatal(err)
			}
			peak += before
			share := float64(peak) / float64(most)
			t.Logf("%-20s %-10s %9d of %9d bytes: %.2f, keeps %9d of %9d", m.Name, what, peak, most, share, stays, kept)
			if isNear(peak, most) && isNear(stays, kept) {
				return made
			}
		}
		t.Errorf("%s takes %d bytes and keeps %d, and %d and %d were estimated", what, peak, stays, most, kept)
		return made
	}
	a := within("Fit", 0, want.Fit, want.Stored, func(ctx context.Context) (any, error) {
		a, err := f.Fit(ctx, g.View(), seeded(1))
		if err == nil {
			a.Rank()
		}
		return a, err
	}).(model.Approximation)
	pairs := within("Decompose", want.Stored, want.Decompose, want.Pairs, func(ctx context.Context) (any, error) {
		return a.Decompose(ctx)
	}).(*model.Decomposition)
	within("Extension", 0, want.Extend+int64(n/4)*want.Point, 0, func(ctx context.Context) (any, error) {
		e, err := a.Extension(ctx)
		if err == nil {
			measured := *e
			if _, sketched := e.Kernel.(model.Power); !sketched { // whose features need more of it than Kernel
				measured.Kernel = measuredKernel{e.Kernel, ctx}
			}
			pairs.Coordinates(measured.Features(test))
		}
		return nil, err
	})
	runtime.KeepAlive(a)
}

// measuredKernel asks ctx, a samplingContext, whenever kernel values of new points have been computed. Features and
// products of these are short-lived, and ask no context: a goroutine that measures beside them may come too late.
type measuredKernel struct {
	model.Kernel
	ctx context.Context
}

func (k measuredKernel) Apply(v []float64) {
	k.Kernel.Apply(v)
	_ = k.ctx.Err()
}

// isNear reports whether a measured value agrees with the estimate.
func isNear(got, want int64) bool {
	measured, estimated := float64(got), float64(want)
	return measured <= mostMeasured*estimated+smallMemory && measured+smallMemory >= leastMeasured*estimated
}

// stopping is the setting of GODEBUG that makes the collector stop the world: otherwise allocations
// during a collection would count as memory in use.
const stopping = "gcstoptheworld=2"

// Alone runs the test again in a process of its own, in which [InUse] can measure, and reports whether
// this is already that process.
func Alone(t *testing.T) bool {
	t.Helper()
	if strings.Contains(os.Getenv("GODEBUG"), stopping) {
		return true
	}
	name := strings.ReplaceAll(regexp.QuoteMeta(t.Name()), "/", "$/^")
	child := exec.Command(os.Args[0], "-test.run=^"+name+"$", "-test.v")
	child.Env = append(os.Environ(), "GODEBUG="+stopping)
	out, err := child.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
	return false
}

// InUse returns by how much the memory in use rises at most while work runs, and by how much it is higher
// afterwards. It must be called in a process that is [Alone]. It counts all objects; few are garbage, as
// the collector runs whenever memory has grown by a hundredth.
func InUse(work func(context.Context)) (peak, stays int64) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	settle()
	before := live()
	ctx := &samplingContext{Context: context.Background()}
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(50 * time.Microsecond):
				ctx.sample()
			}
		}
	}()
	work(ctx)
	ctx.sample()
	close(done)
	<-stopped
	settle()
	stays = live() - before
	return max(ctx.most.Load()-before, stays), stays
}

// live returns the size of all objects of the heap, in bytes.
func live() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// samplingContext is a context that measures the memory in use whenever work asks it whether to go on. Work that keeps
// all processors busy for a few milliseconds leaves no time for a goroutine that measures beside it.
type samplingContext struct {
	context.Context
	most atomic.Int64
}

// Err implements [context.Context].
func (c *samplingContext) Err() error {
	c.sample()
	return c.Context.Err()
}

// sample raises the largest value found to the present one. It collects garbage before: the collector runs by
// itself only when something is allocated, and numerical work may allocate nothing for long.
func (c *samplingContext) sample() {
	if live() <= c.most.Load() {
		return
	}
	runtime.GC()
	now := live()
	for most := c.most.Load(); now > most && !c.most.CompareAndSwap(most, now); {
		most = c.most.Load()
	}
}

// settle collects all garbage, including pooled objects, which survive one collection.
func settle() {
	for range 3 {
		runtime.GC()
	}
}
