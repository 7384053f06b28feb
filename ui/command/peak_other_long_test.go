//go:build long && !linux

package command_test

import (
	"math"
	"os"
)

// peakMemory returns the most memory that a process had, in bytes; NaN where that is unknown.
func peakMemory(*os.ProcessState) float64 { return math.NaN() }
