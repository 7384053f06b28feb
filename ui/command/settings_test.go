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

func TestSettingsThatContradict(t *testing.T) {
	status, _, stderr := execute(t, context.Background(), "", "sweep", "--with", "m=ceil(", "--n", "30")
	if status != 2 || !strings.Contains(stderr, "--with: m=ceil(: column 5") {
		t.Errorf("status %d, %q", status, stderr)
	}
	status, _, stderr = execute(t, context.Background(), "", "sweep", "--over", "sigma=1,2", "--gamma", "3", "--n", "30")
	if status != 2 || !strings.Contains(stderr, "both set the kernel's width") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// TestWithSetsParametersOnly: a formula for what is no parameter is wrong usage, which lists the parameters, unless it
// makes up a number for a formula after it.
func TestWithSetsParametersOnly(t *testing.T) {
	sweepWith := func(with ...string) (status int, stderr string) {
		args := []string{"sweep", "--methods", "nystrom", "--n", "30", "--figures", "fit"}
		for _, w := range with {
			args = append(args, "--with", w)
		}
		status, _, stderr = execute(t, context.Background(), "", args...)
		return status, stderr
	}
	for _, c := range []struct{ with, says string }{
		{"reps=3", "--with reps=…: reps is not a parameter"},
		{"test=0.5", "give a formula for one of gamma, sigma"},
		{"exact-limit=5", `"exact-limit" is no name for a number`},
		{"folds=5", "--with folds=…: folds is not a parameter, and no later formula uses it; give a formula for one of " +
			"gamma, sigma"},
		{"acum=5", "did you mean accum?"},
		{"m=2**3", `--with: m=2**3: column 2 of the formula: the operator "**" is not one of + - * / ^; write numbers`},
		{"m=1/0", "m=1/0: the value is +Inf, not a finite number; change the formula"},
	} {
		if status, stderr := sweepWith(c.with); status != 2 || !strings.Contains(stderr, c.says) {
			t.Errorf("--with %s: status %d, %s", c.with, status, stderr)
		}
	}
	if status, stderr := sweepWith("share=1/3", "m=n*share"); status != 0 {
		t.Errorf("a number of its own: status %d, %s", status, stderr)
	}
	for _, args := range [][]string{
		{"sweep", "--with", "m=" + strings.Repeat("1+", 60_000) + "1"},
		{"sweep", "--over", "m=" + strings.Repeat("9", 120_000)}, {"sweep", "--n", strings.Repeat("x", 120_000)},
		{"sweep", "--" + strings.Repeat("x", 120_000)}, {"sweep", "--methods", strings.Repeat("x", 120_000)},
		{"data", strings.Repeat("x", 120_000)},
	} {
		if status, _, stderr := execute(t, context.Background(), "", args...); status == 0 || len(stderr) > 2100 {
			t.Errorf("%.30q: status %d, %d bytes on standard error", args, status, len(stderr))
		}
	}
}
