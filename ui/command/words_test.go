package command_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoFlagsBelowTheCommandLine: what data, models and methods say knows no flags.
// Remedies are values, which the command line spells as flags and the explorer as keys.
func TestNoFlagsBelowTheCommandLine(t *testing.T) {
	flag := regexp.MustCompile(`--[A-Za-z]`)
	read := 0
	eachFile(t, func(set *token.FileSet, file *ast.File) {
		// they write command lines, or name them
		if slices.Contains([]string{"flagtext", "lab", "lesson", "paper", "own"}, file.Name.Name) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				if read++; flag.MatchString(text.Value) {
					t.Errorf("%s names a flag: %s", set.Position(text.Pos()), text.Value)
				}
			}
			return true
		})
	})
	if read < 1000 {
		t.Errorf("%d texts were looked at", read)
	}
}

// TestRemediesNameFlagsThereAre: what remedies call a setting is a flag of some command, but
// for the built-in sets, which are no setting.
func TestRemediesNameFlagsThereAre(t *testing.T) {
	var help strings.Builder
	for _, name := range []string{"", "sweep", "tune", "fit", "predict", "data"} {
		_, out, _ := execute(t, t.Context(), "", strings.Fields(name+" --help all")...)
		help.WriteString(out)
	}
	isFlag := func(name string) bool {
		return regexp.MustCompile(`(?m)^\s+--` + name + `\b`).MatchString(help.String())
	}
	named := map[string]token.Position{}
	eachFile(t, func(set *token.FileSet, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var settings []ast.Expr
			switch fun, _ := call.Fun.(*ast.SelectorExpr); {
			case fun == nil:
			case fun.Sel.Name == "By" && len(call.Args) == 3:
				settings = call.Args[1:2]
			case fun.Sel.Name == "Change" && len(call.Args) > 1:
				settings = call.Args[1:]
			}
			for _, s := range settings {
				if text, ok := s.(*ast.BasicLit); ok {
					named[strings.Trim(text.Value, `"`)] = set.Position(text.Pos())
				}
			}
			return true
		})
	})
	if len(named) < 15 {
		t.Fatalf("%d settings are named: %v", len(named), named)
	}
	for name, at := range named {
		if name != "set" && !isFlag(name) {
			t.Errorf("%s: a remedy names %q, and no command has a flag of that name", at, name)
		}
	}
}

// eachFile calls do with each source file below the command line, without tests and without
// the packages that write command lines or belong to the explorer.
func eachFile(t *testing.T, do func(*token.FileSet, *ast.File)) {
	t.Helper()
	for _, folder := range []string{"../../data", "../../model", "../../approx"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch filepath.ToSlash(path) {
			case "../../approx/beam", "../../model/flagtext", "../../model/paper", "../../model/lab":
				return filepath.SkipDir
			}
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			do(set, file)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
