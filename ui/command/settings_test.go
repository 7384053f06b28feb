package command_test

import (
	"context"
	"strings"
	"testing"
)

// The default methods are not the user's choice: one that the kernel does not
// suit is left out with a note, as by `all`.
func TestDefaultMethodsFitTheKernel(t *testing.T) {
	status, stdout, stderr := execute(t, context.Background(), "", "sweep", "--kernel", "linear", "--n", "30", "--m", "5")
	if status != 0 || strings.Contains(stdout, "fourier") || !strings.Contains(stdout, "nystrom") {
		t.Errorf("status %d, rows\n%s", status, stdout)
	}
	if !strings.Contains(stderr, "left out: fourier") {
		t.Errorf("no note about fourier in %q", stderr)
	}
}

func TestSweptAndGivenIsSaid(t *testing.T) {
	status, _, stderr := execute(t, context.Background(), "", "sweep", "--over", "m=3,5", "--m", "7", "--methods", "nystrom", "--n", "30")
	if status != 0 || !strings.Contains(stderr, "--m is not used: m is swept") {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, _, stderr = execute(t, context.Background(), "", "sweep", "--with", "m=n/10", "--m", "7", "--methods", "nystrom", "--n", "30")
	if status != 0 || !strings.Contains(stderr, "--m is not used: m follows from a formula") {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, _, stderr = execute(t, context.Background(), "", "sweep", "--with", "m=ceil(", "--n", "30")
	if status != 2 || !strings.Contains(stderr, "with m=ceil(: column 5") {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, _, stderr = execute(t, context.Background(), "", "sweep", "--over", "sigma=1,2", "--gamma", "3", "--n", "30")
	if status != 2 || !strings.Contains(stderr, "same knob") {
		t.Errorf("status %d, %q", status, stderr)
	}
}
