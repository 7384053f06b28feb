package command_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gramscope/ui/command"
)

// TestManualPage: the pages have every command with all its flags.
func TestManualPage(t *testing.T) {
	for _, name := range command.CommandNames() {
		_, page, errs := execute(t, t.Context(), "", strings.Fields("man "+name)...)
		if errs != "" {
			t.Fatal(errs)
		}
		var flags []string
		for _, found := range regexp.MustCompile(`\\fB--([a-z-]+)\\fP`).FindAllStringSubmatch(page, -1) {
			if found[1] != "help" {
				flags = append(flags, found[1])
			}
		}
		if got, want := strings.Join(flags, " "), strings.Join(flagsOf(t, name), " "); got != want {
			t.Errorf("%q has the flags %q in the page, want %q", name, got, want)
		}
		if !strings.Contains(page, ".SH NAME\ngramscope") {
			t.Errorf("%q has no name in the page", name)
		}
	}
}

// TestManualPageIsWellFormed asks mandoc and groff, where they are, about the page.
func TestManualPageIsWellFormed(t *testing.T) {
	_, page, _ := execute(t, t.Context(), "", "man")
	for _, checker := range [][]string{
		{"mandoc", "-Tlint", "-Werror"}, // cobra begins texts with tabs, of which mandoc warns
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
	_, help, _ := execute(t, t.Context(), "", strings.Fields(name+" --help all")...)
	for _, found := range regexp.MustCompile(`(?m)^  --([a-z-]+)`).FindAllStringSubmatch(help, -1) {
		flags = append(flags, found[1])
	}
	return flags
}
