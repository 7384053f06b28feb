//go:build long && unix

package command_test

import "testing"

func TestExplorerKilledManyTimes(t *testing.T) {
	checkKilledExplorer(t, "--reps 300 --n 300 bimodal", max(3, kills(t)/5))
}
