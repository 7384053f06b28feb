package linalg

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is what all threads have used of the processors.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
