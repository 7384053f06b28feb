//go:build long && linux

package command_test

import (
	"os"
	"syscall"
)

// peakMemory returns the most memory that a process had, in bytes.
func peakMemory(ended *os.ProcessState) float64 {
	return float64(ended.SysUsage().(*syscall.Rusage).Maxrss << 10)
}
