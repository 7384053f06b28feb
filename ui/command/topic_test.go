package command

import (
	"strings"
	"testing"

	"gramscope/model/kernel"
)

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
