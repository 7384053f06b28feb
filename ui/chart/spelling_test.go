package chart

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// TestEveryCharacterHasASpelling: all that the program's own texts hold, those of the packages and of the lessons, can
// be shown in 7 bits.
func TestEveryCharacterHasASpelling(t *testing.T) {
	where := map[rune]string{}
	note := func(text, path string) {
		for _, r := range text {
			if r >= 0x7f && unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) {
				where[r] = path
			}
		}
	}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && len(entry.Name()) > 2):
			return fs.SkipDir
		case strings.HasSuffix(path, ".md") && strings.Contains(path, "lesson"):
			text, err := os.ReadFile(path)
			note(string(text), path)
			return err
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && (l.Kind == token.STRING || l.Kind == token.CHAR) {
				text, err := strconv.Unquote(l.Value)
				if err != nil {
					t.Errorf("%s: %v", path, err)
				}
				note(text, path)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(where) < 100 { // γ, σ, the markers and so on
		t.Fatalf("only %d characters found", len(where))
	}
	for r, path := range where {
		if text := ASCII.Text(string(r)); strings.Contains(text, "?") && r != unicode.ReplacementChar {
			t.Errorf("%q (%U) of %s has no spelling", r, r, path)
		}
	}
}

func TestSpellings(t *testing.T) {
	for r, s := range table() {
		text := s.text + s.mark
		if r < 0x7f || text == "" || strings.ContainsFunc(text, beyond7Bits) {
			t.Errorf("%q is spelled %q", r, text)
		}
	}
	for text, want := range map[string]string{
		"K(K+γₛI)⁻¹":   "K(K+gamma_sI)^-1",
		"[0,1]¹⁰":      "[0,1]^10",
		"[K]ᵢᵢ":        "[K]_ii",
		"x₁x₂, (SᵀS)⁺": "x_1x_2, (S^TS)^+",
		"←→ ↑↓ a→b":    "<-/-> up/down a->b",
		"‖K̃‖, q̄ ☐":   "||K~||, qbar [ ]",
		"Σ n·m × √2 ŷ": "sum  n*m x sqrt2 y^",
		"Nyström ½":    "Nystroem 1/2",
	} {
		if got := ASCII.Text(text); got != want {
			t.Errorf("%q is spelled %q, want %q", text, got, want)
		}
	}
	// Of what is lacking alone: a run of exponents stays together.
	if got := Spell("γₛ⁻¹ K̃ ²", func(r rune) bool { return r == '⁻' || r == 'ₛ' }); got != "γ_s^-1 K̃ ²" {
		t.Errorf("with two characters lacking: %q", got)
	}
	for r, want := range map[rune]rune{'✓': 'o', '✗': 'x', '╳': 'X', '·': '.', '─': '-', '┌': '.', '┐': '.', '┴': '+',
		'↑': '^', '↓': 'v', '▲': 'x', 'a': 'a'} {
		if got := ASCII.Mark(r); got != want || Line.Mark(r) != r {
			t.Errorf("the mark %q is %q, want %q", r, got, want)
		}
	}
	// What lines are made of is as wide as it was.
	for _, r := range "─│┌┐└┘├┤┬┴┼╭╮╰╯╌╎┄┊×⠁⠃⠛" {
		if text := ASCII.Text(string(r)); ansi.StringWidth(text) != 1 {
			t.Errorf("%q is spelled %q", r, text)
		}
	}
}
