package command_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/ui/command"
)

// TestManualPage: the page has every command with all its flags, every method, and parts as they
// should be.
func TestManualPage(t *testing.T) {
	_, page, errs := execute(t, t.Context(), "", "man")
	if errs != "" {
		t.Fatal(errs)
	}
	sections := map[string]string{}
	for _, part := range strings.Split(page, "\n.SS ")[1:] {
		usage, text, _ := strings.Cut(part, "\n")
		text, _, _ = strings.Cut(text, "\n.SH ")
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(usage, "gramscope"), " "), " ")
		if strings.HasPrefix(name, "[") && !strings.Contains(usage, "help") {
			name = ""
		}
		sections[name] = text
	}
	for _, name := range command.CommandNames() {
		if _, ok := sections[name]; !ok {
			t.Errorf("no section for the command %q", name)
		}
		var flags []string
		for _, found := range regexp.MustCompile(`(?m)^\.B \\-\\-([a-z\\-]+)`).FindAllStringSubmatch(sections[name], -1) {
			flags = append(flags, strings.ReplaceAll(found[1], `\-`, "-"))
		}
		if got, want := strings.Join(flags, " "), strings.Join(flagsOf(t, name), " "); got != want {
			t.Errorf("%q has the flags %q in the page, want %q", name, got, want)
		}
	}
	for _, m := range approx.Methods() {
		if !strings.Contains(page, ".TP\n.B "+strings.ReplaceAll(m.Name, "-", `\-`)+"\n") {
			t.Errorf("the method %s is not in the page", m.Name)
		}
	}
	for _, part := range []string{
		".SH NAME\ngramscope \\- a terminal explorer for kernel matrix approximation\n",
		".TP\n.B \\-\\-methods A,B|all\nmethods to run (default nystrom,accumulation,bka,fourier); `gramscope methods`\nlists them\n",
		".SS gramscope completion SHELL\n",
		".PP\n.nf\n    bash        source <(gramscope completion bash)\n",
		".TP\n.B gramscope help columns\nthe columns of the rows that sweep writes\n",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks\n%s", part)
		}
	}
	if line := regexp.MustCompile(`(?m)^[.'][^ASPTBfnbS].*|^'.*`).FindString(page); line != "" {
		t.Errorf("a line of text is a request: %q", line)
	}
}

// TestManualPageIsWellFormed asks mandoc and groff, where they are, about the page.
func TestManualPageIsWellFormed(t *testing.T) {
	_, page, _ := execute(t, t.Context(), "", "man")
	page = strings.Replace(page, `.TH GRAMSCOPE 1 ""`, `.TH GRAMSCOPE 1 "2026-11-23"`, 1) // a test has no commit
	for _, checker := range [][]string{
		{"mandoc", "-Tlint", "-Wwarning"},
		{"groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"},
	} {
		t.Run(checker[0], func(t *testing.T) {
			if _, err := exec.LookPath(checker[0]); err != nil {
				t.Skip(checker[0] + " is not installed")
			}
			cmd := exec.Command(checker[0], checker[1:]...)
			cmd.Stdin = strings.NewReader(page)
			if said, err := cmd.CombinedOutput(); err != nil || len(said) > 0 {
				t.Errorf("%v: %.2000s", err, said)
			}
		})
	}
}

// flagsOf returns the flags that a command's help names.
func flagsOf(t *testing.T, name string) (flags []string) {
	t.Helper()
	_, help, _ := execute(t, t.Context(), "", strings.Fields(name+" --help")...)
	for _, found := range regexp.MustCompile(`(?m)^  --([a-z-]+)`).FindAllStringSubmatch(help, -1) {
		flags = append(flags, found[1])
	}
	return flags
}
