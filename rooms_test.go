package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// eachFile calls f with each Go file of the program, tests aside, and its content.
func eachFile(t *testing.T, f func(path string, content []byte)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		f(filepath.ToSlash(path), content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mostMethods is the largest number of methods of a type: one with more does the work of several.
const mostMethods = 60

// TestTypesAreNotTooLarge counts the methods of each type.
func TestTypesAreNotTooLarge(t *testing.T) {
	methods := map[string]int{}
	eachFile(t, func(path string, content []byte) {
		file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range file.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[filepath.Dir(path)+" "+receiver(f.Recv.List[0].Type)]++
			}
		}
	})
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

// TestRoomsHaveRoom holds the largest number of lines of each room, without tests: what outgrows a room is a new room, or takes the place
// of something.
func TestRoomsHaveRoom(t *testing.T) {
	most := map[string]int{
		"model/trial model/sweep model/sweep/memory model/inspect model/flagtext": 8430,
		"model/lab model/job":  4090,
		"model/tune model/ard": 2420,
		"model/exact":          2620,
		"model/learn":          4020,
		"model":                2750,
		"model/fitted":         960,
		"model/kernel model/cluster model/kdtree model/scikit model/advice model/number model/promise": 2950,
		"approx approx/form approx/approxtest":                                                         10510,
		"approx/own":                                                                                   630,
		"data data/synthetic data/atomicfile data/remedy data/legible":                                 8000,
		"model/lesson model/paper model/claim":                                                         3960,
		"ui":                                                                                           4990,
		"ui/command":                                                                                   6000,
		"ui/session ui/keep ui/save":                                                                   1460,
		"ui/screen ui/screen/explore ui/screen/spectrum ui/screen/points ui/screen/matrix ui/screen/stream ui/screen/regression ui/screen/lessons ui/screen/screentest": 8640,
		"ui/chart ui/curve":                                                 4180,
		"ui/drawing ui/pixel ui/pixel/pixeltest":                            3510,
		"ui/widget ui/prompt ui/chooser ui/frame ui/methodtable ui/samples": 4040,
		"ui/look ui/markdown ui/handout ui/terminal ui/early":               1610,
	}
	lines := map[string]int{}
	eachFile(t, func(path string, content []byte) {
		lines[filepath.ToSlash(filepath.Dir(path))] += bytes.Count(content, []byte("\n"))
	})
	for room, limit := range most {
		sum := 0
		for _, folder := range strings.Fields(room) {
			sum += lines[folder]
		}
		if sum > limit || sum < limit*4/5 {
			t.Errorf("%s has %d lines, where it may have %d: a smaller room gets a smaller limit", room, sum, limit)
		}
	}
}
