package command

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gramscope/approx"
	"gramscope/model/kernel"
)

// parse parses flags and other words in any order, and returns the words.
func (f *flags) parse(args []string) ([]string, error) {
	err := f.reword(f.ParseFlags(args))
	return f.Flags().Args(), err
}

// TestHelpIsAScreenful: what most people need of each command fits a screen, with examples, and says where the rest is.
func TestHelpIsAScreenful(t *testing.T) {
	for _, f := range append((&program{methods: approx.Methods()}).root().Commands(),
		(&program{methods: approx.Methods()}).root().Command) {
		var b strings.Builder
		status := Report(Run(t.Context(), approx.Methods(), append(strings.Fields(f.CommandPath())[1:], "--help"), nil, &b,
			&b), &b)
		lines := strings.Split(b.String(), "\n")
		hasFlags := f.Flags().Lookup("max-memory") != nil
		if status != 0 || len(lines) > 25 || hasFlags &&
			!strings.Contains(b.String(), "`"+f.CommandPath()+" --help all` has all ") || hasFlags &&
			strings.Count(f.Example, "\n") != 2 && f.HasParent() {
			t.Errorf("status %d, %d lines:\n%s", status, len(lines), b.String())
		}
		for _, line := range lines {
			if hasFlags && utf8.RuneCountInString(line) > 100 {
				t.Errorf("%s: a line of %d characters: %s", f.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
	}
}

// TestDashes: flags of one letter may have one dash, values may begin with one, and -- ends the flags. The error names
// the flag of a long name behind one dash.
func TestDashes(t *testing.T) {
	f := (&program{methods: approx.Methods()}).predict()
	words, err := f.parse(strings.Fields("--std=target a --std --interval=0.5 --max-memory -1 -- -rows"))
	if std := f.value("std").text; err == nil || !strings.Contains(err.Error(), "--max-memory") || std != "function" ||
		f.value("interval").text != "0.5" {
		t.Errorf("%q, %v, %v", std, words, err)
	}
	f = (&program{methods: approx.Methods()}).sweep()
	words, err = f.parse(strings.Fields("-n 20 -m5 --columns -n --gamma=3 --bounds x -- -m y"))
	got := strings.Join([]string{f.value("n").String(), f.value("m").String(), f.value("columns").String(),
		f.value("gamma").String(), f.value("bounds").String()}, " ")
	if err != nil || got != "20 5 -n 3 true" || strings.Join(words, " ") != "x -m y" {
		t.Errorf("%s, %v, %v", got, words, err)
	}
	for _, line := range []string{"-seed 3", "-methods=rls", "-max-memory 1GB"} {
		name, _, _ := strings.Cut(strings.Fields(line)[0], "=")
		if _, err := f.parse(strings.Fields(line)); err == nil || !strings.Contains(err.Error(), "did you mean -"+name+"?") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestKernelsOfSymbols: the symbols have the formula of every kernel, and what σ is where there is a γ.
func TestKernelsOfSymbols(t *testing.T) {
	_, text := topicText("symbols")
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
		if !strings.Contains(line, f.Doc+relation) || f.HasGamma() == (f.Sigma == "") ||
			strings.Contains(line, "σ is") != f.HasGamma() {
			t.Errorf("%s", line)
		}
	}
}
