//go:build !linux

package linalg

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
