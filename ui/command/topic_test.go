package command

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gramscope/approx"
	"gramscope/model/kernel"
)

// TestHelpIsAScreenful: what most people need of each command fits a screen, with examples, and says where the rest is.
func TestHelpIsAScreenful(t *testing.T) {
	for _, f := range append((&program{methods: approx.Methods()}).root().Commands(), (&program{methods: approx.Methods()}).root().Command) {
		var b strings.Builder
		status := Report(Run(t.Context(), approx.Methods(), append(strings.Fields(f.CommandPath())[1:], "--help"), nil, &b, &b), &b)
		lines := strings.Split(b.String(), "\n")
		hasFlags := f.Flags().Lookup("max-memory") != nil
		if status != 0 || len(lines) > 25 || hasFlags && !strings.Contains(b.String(), "`"+f.CommandPath()+" --help all` has all ") || hasFlags && strings.Count(f.Example, "\n") != 2 && f.HasParent() {
			t.Errorf("status %d, %d lines:\n%s", status, len(lines), b.String())
		}
		for _, line := range lines {
			if hasFlags && utf8.RuneCountInString(line) > 100 {
				t.Errorf("%s: a line of %d characters: %s", f.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
	}
}

// TestKernelsOfSymbols: the symbols have the formula of every kernel, and what σ is where there is a γ.
func TestKernelsOfSymbols(t *testing.T) {
	_, text, _ := topicText("symbols")
	for _, f := range kernel.Families() {
		at := strings.Index(text, "\n  "+f.Name+" ")
		if at < 0 {
			t.Fatalf("no kernel %s in %s", f.Name, text)
		}
		line, _, _ := strings.Cut(text[at+1:], "\n")
		relation := ""
		switch {
		case f.HasGamma() && f.GammaOf(4) == 0.25:
			relation = "; γ = 1/σ, σ is "
		case f.HasGamma():
			relation = "; γ = 1/(2σ²), σ is "
		}
		if !strings.Contains(line, f.Doc+relation) || f.HasGamma() == (f.Sigma == "") || strings.Contains(line, "σ is") != f.HasGamma() {
			t.Errorf("%s", line)
		}
	}
}
