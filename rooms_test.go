package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostMethods is the largest number of methods of a type: one with more does the work of several.
const mostMethods = 60

// TestTypesAreNotTooLarge counts the methods of each type.
func TestTypesAreNotTooLarge(t *testing.T) {
	methods := map[string]int{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declared := range file.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[filepath.Dir(path)+" "+receiver(f.Recv.List[0].Type)]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(methods) < 300 {
		t.Errorf("only %d types have methods", len(methods))
	}
	for name, count := range methods {
		if count > mostMethods {
			t.Errorf("%s has %d methods, more than %d: make parts of it values that it routes to", name, count, mostMethods)
		}
	}
}

// receiver returns the name of a receiver's type, without its parameters.
func receiver(of ast.Expr) string {
	switch e := of.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
