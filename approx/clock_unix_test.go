//go:build unix

package approx

import (
	"syscall"
	"testing"
)

// cpuSeconds returns what the threads have used of the processors.
func cpuSeconds(t *testing.T) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
