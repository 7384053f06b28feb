package sweep_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
)

// TestParametersAreNamedByConstants: code outside tests asks for a parameter by its constant, as
// model.BudgetName, and not by a text. Descriptors, which have the text, are exempt, as are flags and columns.
func TestParametersAreNamedByConstants(t *testing.T) {
	names := map[string]bool{}
	for _, p := range sweep.Parameters(approx.Methods()) {
		names[string(p.Name)] = true
	}
	files := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != "../.." && strings.HasPrefix(entry.Name(), "."):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, e := range namesIn(n) {
				literal, ok := e.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					continue
				}
				if text, err := strconv.Unquote(literal.Value); err == nil && names[text] {
					t.Errorf("%s: %s names a parameter: use its constant", set.Position(e.Pos()), literal.Value)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || files < 300 {
		t.Fatalf("%d files: %v", files, err)
	}
}

// namesIn returns the expressions in a node, but not below it, that name a parameter.
func namesIn(n ast.Node) (list []ast.Expr) {
	called := func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.Ident:
			return e.Name
		case *ast.SelectorExpr:
			return e.Sel.Name
		}
		return ""
	}
	switch n := n.(type) {
	case *ast.IndexExpr:
		if of := called(n.X); of == "Values" || of == "values" || of == "Params" {
			list = append(list, n.Index)
		}
	case *ast.BinaryExpr:
		if called(n.X) == "Name" {
			list = append(list, n.Y)
		}
	case *ast.SwitchStmt:
		if called(n.Tag) == "Name" {
			for _, clause := range n.Body.List {
				list = append(list, clause.(*ast.CaseClause).List...)
			}
		}
	case *ast.CallExpr:
		switch called(n.Fun) {
		case "Uses", "Use", "HasParam", "DependsOn", "Formula", "SweepOver", "With":
			list = append(list, n.Args...)
		}
	case *ast.CompositeLit:
		values, other := called(n.Type) == "Values", false
		var name ast.Expr
		for _, element := range n.Elts {
			pair, ok := element.(*ast.KeyValueExpr)
			switch {
			case !ok:
			case values:
				list = append(list, pair.Key)
			case called(pair.Key) == "Name":
				name = pair.Value
			case called(pair.Key) != "Values" && called(pair.Key) != "Formula":
				other = true
			}
		}
		if name != nil && !other { // of an axis or a coupling
			list = append(list, name)
		}
	}
	return list
}

// TestNamesOfOneWidth: γ and σ are one parameter.
func TestNamesOfOneWidth(t *testing.T) {
	for _, p := range sweep.Parameters(approx.Methods()) {
		if got, want := sweep.SameParameter(p.Name, model.GammaName), p.Symbol == "γ" || p.Symbol == "σ"; got != want {
			t.Errorf("%s is the width: %v, want %v", p.Name, got, want)
		}
	}
}

// TestNamesInTheLiterature: a method is found by a word of its title, as svd of best, and else by the nearest name.
func TestNamesInTheLiterature(t *testing.T) {
	for name, want := range map[string]string{"RFF": "fourier", "orf": "orthogonal-fourier",
		"svd": "best", "uniform": "nystrom or regularized-nystrom", "vecchia": "sparse-cholesky",
		"leverage": "rls or squeak or bless", "rpcolesky": "rpcholesky"} {
		if err := sweep.UnknownMethod(name, approx.Methods()); !strings.HasSuffix(err.Error(), "; did you mean "+want+"?") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := sweep.UnknownMethod("all", approx.Methods()); !strings.HasPrefix(err.Error(), "all is every method, ") {
		t.Error(err) // which is a word of a title, too
	}
	for _, name := range []string{"features-of-svd", "of"} {
		if err := sweep.UnknownMethod(name, approx.Methods()); !strings.Contains(err.Error(), "one of best, ") {
			t.Error(err)
		}
	}
}
