//go:build unix

package approx

import (
	"syscall"
	"testing"
)

// userSeconds returns what the threads have used of the processors.
func userSeconds(t *testing.T) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return float64(u.Utime.Nano()) / 1e9
}
