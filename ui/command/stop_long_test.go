//go:build long

package command_test

import "testing"

// TestFullDiskFailsEverything is TestFullDiskFails for the formats and commands that differ from others in less, and
// take longer.
func TestFullDiskFailsEverything(t *testing.T) {
	checkFullDisk(t,
		"predict --help", "plot --help", "methods nystrom", "data bimodal", "data "+plants, "lesson",
		"sweep --n 20 --m 5 --format csv", "sweep --n 20 --m 5 --format json",
		"sweep --n 20 --m 5 --format table", "tune --n 20 --folds 2 --m 5 --methods nystrom friedman",
		"tune --n 20 --folds 2 --m 5 --methods nystrom --format json friedman",
		"lesson scores --check")
}
