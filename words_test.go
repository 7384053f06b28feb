package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNoFlagsBelowTheCommandLine: what data, models and methods say knows no flags.
// Remedies are values, which the command line spells as flags and the explorer as keys.
func TestNoFlagsBelowTheCommandLine(t *testing.T) {
	flag := regexp.MustCompile(`--[A-Za-z]`)
	read := 0
	for _, folder := range []string{"remedy", "data", "model", "approx"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
					if read++; flag.MatchString(text.Value) {
						t.Errorf("%s names a flag: %s", set.Position(text.Pos()), text.Value)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 1000 {
		t.Errorf("%d texts were looked at", read)
	}
}
