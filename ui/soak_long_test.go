//go:build long && linux

package ui

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// resident is this process's memory in bytes, without what the heap could give back.
func resident(t *testing.T) float64 {
	t.Helper()
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, pages float64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * float64(os.Getpagesize())
}

// spent is the processor time of this thread, which other programs do not change.
func spent(t *testing.T) time.Duration {
	t.Helper()
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		t.Fatal(err)
	}
	return time.Duration(now.Nano())
}

// soaking are the keys of one round: all knobs, screens, pins, seeds, commands. What they
// change they change back, but for the seed.
func soaking() []string {
	var keys []string
	for _, screen := range []string{"1", "2", "3", "4", "5", "6", "1"} {
		keys = append(keys, screen)
		for range 3 {
			keys = append(keys, "+", "+", "+", "-", "-", "-", "]", "down")
		}
		keys = append(keys, "up", "up", "up", "p", "t", "t", "e", "esc", "esc")
	}
	for _, line := range []string{"m 35", "m 20", "over gamma", "over m", "kernel laplacian", "kernel gaussian", "+ rls",
		"- rls", "gamma 3", "gamma 2"} {
		keys = append(keys, ":", line, "enter")
	}
	return append(keys, "P", "?", "down", "esc", "r", "u", "u", "r", "r")
}

// TestSoak turns knobs as long as GRAMSCOPE_SOAK says, such as 20m, and compares memory and time
// a key at the end with those of the first three tenths of it, at most minutes, in which
// the caches become as full as they may.
func TestSoak(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv("GRAMSCOPE_SOAK"))
	if err != nil {
		t.Skip("GRAMSCOPE_SOAK is no duration, such as 20m")
	}
	t.Chdir(t.TempDir())
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m := newReal(t, "braille", 120, 40)
	m.Init()
	defer m.Runner.Close(time.Minute)
	command(m, "n 300") // so that many keys come upon work that is under way
	part := min(time.Minute, long/10)
	var memory, pace []float64
	keys, count := soaking(), 0
	for start := time.Now(); time.Since(start) < long; {
		var took []float64
		for begin := time.Now(); time.Since(begin) < part || count%len(keys) != 0; count++ {
			before := spent(t)
			press(m, keys[count%len(keys)])
			m.View()
			took = append(took, (spent(t) - before).Seconds())
			if len(m.faults.named) > 0 {
				t.Fatal(strings.Join(m.faults.named, "\n"))
			}
			for begin := time.Now(); time.Since(begin) < 15*time.Millisecond; time.Sleep(3 * time.Millisecond) {
				hear(m)
			}
		}
		slices.Sort(took)
		memory, pace = append(memory, resident(t)), append(pace, took[len(took)/2])
		t.Logf("after %v and %d keys: %.1f MB resident, %d goroutines, %.3f ms a key", time.Since(start).Round(time.Second),
			count, memory[len(memory)-1]/1e6, runtime.NumGoroutine(), 1e3*pace[len(pace)-1])
	}
	// The least of the last three parts rises with a leak, and does not with one part that came upon a full heap.
	begin, end := min(3, len(memory)), max(0, len(memory)-3)
	m0, p0 := slices.Max(memory[:begin]), slices.Max(pace[:begin])
	// the time varies with what else runs
	if m1, p1 := slices.Min(memory[end:]), slices.Min(pace[end:]); m1 > 1.1*m0 || p1 > 1.5*p0 {
		t.Errorf("%.1f MB and %.3f ms a key became %.1f MB and %.3f ms", m0/1e6, 1e3*p0, m1/1e6, 1e3*p1)
	}
}
