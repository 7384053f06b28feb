package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestImports holds the arrows between the packages. Tests, and approxtest and screentest,
// which only tests import, are exempt.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; seen++ {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath == "gramscope/approx/approxtest" || p.ImportPath == "gramscope/ui/screen/screentest" {
			continue
		}
		for _, imported := range p.Imports {
			if why := forbidden(p.ImportPath, imported); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, imported, why)
			}
		}
	}
	if seen < 8 {
		t.Errorf("go list names %d packages only", seen)
	}
	for _, path := range beamFiles(t) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			if why := forbidden("gramscope/approx/beam", strings.Trim(spec.Path.Value, `"`)); why != "" {
				t.Errorf("%s imports %s: %s", path, spec.Path.Value, why)
			}
		}
	}
}

// beamFiles lists the Go files of approx/beam, a module of its own that go list does not see.
func beamFiles(t *testing.T) []string {
	files, err := filepath.Glob("approx/beam/*.go")
	inside, err2 := filepath.Glob("approx/beam/passes/*.go")
	if files = append(files, inside...); err != nil || err2 != nil || len(files) < 10 {
		t.Fatalf("the files of approx/beam: %v, %v, %v", files, err, err2)
	}
	return files
}

// forbidden says why a package must not import another, or "".
func forbidden(from, imported string) string {
	isUnder := func(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }
	own := map[string]string{ // what each may import of ours
		"data/remedy":     "",
		"data":            "data/remedy",
		"data/atomicfile": "data data/remedy",
		"data/synthetic":  "data data/remedy",
		"model":           "model/kdtree model/linalg data/remedy",
		"model/kdtree":    "model/linalg",
		"model/linalg":    "",
		"model/formula":   "",
		"model/promise":   "model model/kernel model/linalg model/trial data/synthetic",
		"model/kernel":    "model model/linalg",
		"model/cluster":   "model model/linalg",
		"model/exact":     "model model/linalg",
		"model/learn":     "model model/linalg data/remedy",
		"model/ard":       "model model/kernel model/learn model/linalg",
		"model/trial":     "model model/exact model/formula model/kernel model/learn model/linalg data data/remedy",
		"model/sweep": "model model/exact model/formula model/kernel model/learn model/linalg model/trial data " +
			"data/remedy",
		"model/tune":    "model model/kernel model/learn model/linalg model/trial model/sweep data data/remedy model/ard",
		"model/fitted":  "model model/kernel model/linalg model/learn data data/atomicfile data/remedy",
		"model/inspect": "model model/cluster model/exact model/kernel model/linalg model/trial model/sweep",
		"approx":        "approx/form model model/cluster model/kdtree model/linalg data/remedy",
		"approx/form":   "model model/linalg",
		"approx/own":    "approx/form model data data/atomicfile data/remedy",
		"model/advice":  "model model/cluster model/linalg model/number",
		"model/paper": "model model/advice model/number model/exact model/inspect model/kernel model/learn " +
			"model/lesson model/sweep model/trial model/claim model/flagtext model/lab data data/legible data/synthetic",
		"ui/chart":   "data/legible",
		"ui/drawing": "ui/chart data/legible",
		"ui/early":   "",
		"model/flagtext": "model model/kernel model/sweep model/trial model/tune model/lab data data/remedy " +
			"data/synthetic",
		"model/number": "model model/sweep",
		"model/scikit": "model model/kernel model/sweep model/trial data data/remedy",
		"model/claim":  "",
		"model/lesson": "model model/kernel model/sweep model/tune model/claim model/flagtext model/formula data " +
			"data/synthetic",
		"model/job": "data/remedy",
		"model/lab": "model model/advice model/job model/kernel model/number model/sweep " +
			"model/trial data data/remedy",
		"data/legible":    "",
		"ui/terminaltest": "",
	}
	// What the rooms of the explorer may import of each other: from the bottom to the top.
	const screens = "chart drawing look markdown curve session widget screen"
	rooms := map[string]string{
		"look": "chart", "frame": "look widget", "terminal": "", "handout": "markdown", "pixel": "", "pixel/pixeltest": "",
		"methodtable": "look chart curve widget", "samples": "look chart widget", "markdown": "",
		"chooser": "look widget screen", "widget": "look chart", "prompt": "look widget", "save": screens + " chooser",
		"curve": "chart look", "session": "curve", "screen": screens,
		"screen/explore": screens, "screen/spectrum": screens, "screen/points": screens, "screen/matrix": screens,
		"screen/stream":     screens,
		"screen/regression": screens, "screen/lessons": screens,
	}
	room, _, _ := strings.Cut(strings.TrimPrefix(from, "gramscope/ui/"), "/")
	switch {
	case strings.HasPrefix(imported, "github.com/charmbracelet/") && !isUnder(from, "gramscope/ui"):
		return "the terminal belongs to ui"
	case strings.Contains(imported, "charmbracelet/bubble") &&
		slices.Contains([]string{"chart", "drawing", "curve", "session", "screen", "chooser", "save", "prompt", "frame",
			"methodtable", "samples"}, room):
		return "the terminal's events belong to ui and its widgets"
	case isUnder(imported, "github.com/guptarohit/asciigraph") && from != "gramscope/ui/chart":
		return "line charts are drawn by ui/chart"
	case isUnder(imported, "gonum.org/v1/plot") && from != "gramscope/ui/drawing":
		return "charts are drawn to files by ui/drawing"
	case isUnder(imported, "gramscope/approx") && isUnder(from, "gramscope/ui"):
		return "methods come in as an argument"
	case isUnder(from, "gramscope/approx/beam") && isUnder(imported, "gramscope/ui"):
		return "the module for Beam has no terminal"
	case imported == "gramscope/model/lab" &&
		slices.Contains([]string{"look", "widget", "prompt", "frame", "samples"}, room):
		return "the experiment is shown by screens"
	case !strings.HasPrefix(imported, "gramscope/"):
		return ""
	}
	inside, isRoom := strings.CutPrefix(from, "gramscope/ui/")
	if allowed, known := rooms[inside]; isRoom && isUnder(imported, "gramscope/ui") {
		if known && !slices.Contains(strings.Fields(allowed), strings.TrimPrefix(imported, "gramscope/ui/")) {
			return "a screen knows the bench and the widgets, not the explorer and not other screens"
		}
		if !known && strings.HasPrefix(inside, "screen/") {
			return "a new screen stands in the table of rooms"
		}
	}
	if from == strings.TrimSuffix("gramscope/", "/") &&
		!slices.Contains([]string{"gramscope/approx", "gramscope/approx/own", "gramscope/ui", "gramscope/ui/command",
			"gramscope/ui/early"}, imported) {
		return "the program starts here, and nothing else is done"
	}
	if allowed, known := own[strings.TrimPrefix(from, "gramscope/")]; known &&
		!slices.Contains(strings.Fields(allowed), strings.TrimPrefix(imported, "gramscope/")) {
		return "data flows data → model → approx → model/sweep → ui"
	}
	return ""
}

func TestForbiddenImportsAreSeen(t *testing.T) {
	for _, arrow := range [][2]string{
		{"gramscope/model", "gramscope/data"},
		{"gramscope/model/linalg", "gramscope/model"},
		{"gramscope/model", "gramscope/model/kernel"},
		{"gramscope/model", "gramscope/model/cluster"},
		{"gramscope/model", "gramscope/model/exact"},
		{"gramscope/model/linalg", "gramscope/model/kernel"},
		{"gramscope/model/kernel", "gramscope/model/cluster"},
		{"gramscope/model/kernel", "gramscope/model/exact"},
		{"gramscope/model/kernel", "gramscope/model/trial"},
		{"gramscope/model/cluster", "gramscope/model/kernel"},
		{"gramscope/model/exact", "gramscope/model/kernel"},
		{"gramscope/model/exact", "gramscope/model/learn"},
		{"gramscope/model/learn", "gramscope/model/cluster"},
		{"gramscope/model/trial", "gramscope/model/cluster"},
		{"gramscope/model/fitted", "gramscope/model/sweep"},
		{"gramscope/model/inspect", "gramscope/model/tune"},
		{"gramscope/approx", "gramscope/model/learn"},
		{"gramscope/approx", "gramscope/model/exact"},
		{"gramscope/model/trial", "gramscope/model/sweep"},
		{"gramscope/model/sweep", "gramscope/model/inspect"},
		{"gramscope/data", "gramscope/model"},
		{"gramscope/data", "gramscope/data/synthetic"},
		{"gramscope/data", "gramscope/data/atomicfile"},
		{"gramscope/model/sweep", "gramscope/data/synthetic"},
		{"gramscope/approx", "gramscope/data"},
		{"gramscope/approx/form", "gramscope/approx"},
		{"gramscope/approx/form", "gramscope/model/cluster"},
		{"gramscope/model/sweep", "gramscope/approx"},
		{"gramscope/ui", "gramscope/approx"},
		{"gramscope/ui/command", "gramscope/approx"},
		{"gramscope/model/flagtext", "gramscope/ui/command"},
		{"gramscope/model", "github.com/charmbracelet/lipgloss"},
		{"gramscope/ui", "github.com/guptarohit/asciigraph"},
		{"gramscope/model/lab", "github.com/charmbracelet/bubbletea"},
		{"gramscope/ui/screen/points", "github.com/charmbracelet/bubbletea"},
		{"gramscope/model/lab", "gramscope/ui/look"},
		{"gramscope/model/lab", "gramscope/ui"},
		{"gramscope/model/job", "gramscope/model/lab"},
		{"gramscope/model/paper", "gramscope/ui/chart"},
		{"gramscope/approx/beam/passes", "gramscope/ui/look"},
		{"gramscope/ui/widget", "gramscope/model/lab"},
		{"gramscope/ui/curve", "gramscope/ui/screen"},
		{"gramscope/ui/prompt", "gramscope/model/lab"},
		{"gramscope/ui/prompt", "gramscope/ui/screen"},
		{"gramscope/ui/prompt", "github.com/charmbracelet/bubbletea"},
		{"gramscope/ui/save", "gramscope/ui"},
		{"gramscope/ui/frame", "gramscope/model/lab"},
		{"gramscope/ui/frame", "gramscope/ui/methodtable"},
		{"gramscope/ui/methodtable", "gramscope/ui/screen"},
		{"gramscope/ui/samples", "gramscope/ui"},
		{"gramscope/ui/terminal", "gramscope/ui/look"},
		{"gramscope/ui/save", "github.com/charmbracelet/bubbletea"},
		{"gramscope/ui/screen", "gramscope/ui/screen/matrix"},
		{"gramscope/ui/screen/points", "gramscope/ui/screen/matrix"},
		{"gramscope/ui/screen/points", "gramscope/ui"},
		{"gramscope/ui/screen/papers", "gramscope/ui/widget"},
		{"gramscope/ui", "gonum.org/v1/plot"},
		{"gramscope/ui/drawing", "gramscope/model/sweep"},
		{"gramscope/ui/chart", "github.com/charmbracelet/bubbletea"},
	} {
		if forbidden(arrow[0], arrow[1]) == "" {
			t.Errorf("%s may import %s", arrow[0], arrow[1])
		}
	}
}

// eachFile calls f with each Go file of the program, tests aside, and its content.
func eachFile(t *testing.T, tests bool, f func(path string, content []byte)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") != tests {
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
	eachFile(t, false, func(path string, content []byte) {
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

// mostLength is the largest number of characters of a line, in which a tab counts as one. Rows of cases in tests may be
// longer.
const mostLength = 120

// TestLinesAreShort measures the lines of code and of tests, of which a few have a text that does not break.
func TestLinesAreShort(t *testing.T) {
	for tests, most := range map[bool]int{false: 0, true: 43} {
		lines, long := 0, ""
		eachFile(t, tests, func(path string, content []byte) {
			if bytes.HasPrefix(content, []byte("// Code generated")) {
				return
			}
			number := 0
			for line := range strings.Lines(string(content)) {
				number, lines = number+1, lines+1
				length := utf8.RuneCountInString(strings.TrimSuffix(line, "\n"))
				if length > mostLength && !strings.HasPrefix(line, "//go:") {
					long += fmt.Sprintf("%s:%d has %d\n", path, number, length)
				}
			}
		})
		if count := strings.Count(long, "\n"); count > most {
			t.Errorf("%d lines have more than %d characters, where %d may: say yours in fewer words, or break it\n%s", count,
				mostLength, most, long)
		}
		if lines < 50000 {
			t.Errorf("only %d lines are there", lines)
		}
	}
}

// TestRoomsHaveRoom holds the largest number of lines of each room, without tests: what outgrows a room is a new room,
// or takes the place of something.
func TestRoomsHaveRoom(t *testing.T) {
	most := map[string]int{
		"model/trial model/sweep model/inspect model/flagtext": 7405, // with remedies that the estimate says help
		"model/lab model/job":  3515, // with the floor at the setting
		"model/tune model/ard": 2395, // with the notes that tune and screen 6 share
		"model/exact":          2265,
		"model/learn":          3260,
		"model":                2550, // with the limits of control groups and of addresses
		"model/fitted":         700,
		"model/kernel model/cluster model/kdtree model/scikit model/advice model/number model/promise": 2665,
		"approx approx/form approx/approxtest":                                                         9685,
		"approx/own":                                                                                   595,
		"data data/synthetic data/atomicfile data/remedy data/legible":                                 8115,
		"model/lesson model/paper model/claim":                                                         3650,
		"ui":                                                                                           4250,
		"ui/command":                                                                                   5065,
		"ui/session ui/keep ui/save":                                                                   1215,
		"ui/screen ui/screen/explore ui/screen/spectrum ui/screen/points ui/screen/matrix ui/screen/stream " +
			"ui/screen/regression ui/screen/lessons ui/screen/screentest": 7150, // with what a map can't be of
		"ui/chart ui/curve":                                                 3660,
		"ui/drawing ui/pixel ui/pixel/pixeltest":                            2905,
		"ui/widget ui/prompt ui/chooser ui/frame ui/methodtable ui/samples": 2815,
		"ui/look ui/markdown ui/handout ui/terminal ui/early":               1230, // with tables, quotes and lists in lists
	}
	lines := map[string]int{}
	eachFile(t, false, func(path string, content []byte) {
		lines[filepath.ToSlash(filepath.Dir(path))] += bytes.Count(content, []byte("\n"))
	})
	for room, limit := range most {
		sum := 0
		for _, folder := range strings.Fields(room) {
			sum += lines[folder]
		}
		if sum > limit {
			t.Errorf("%s has %d lines, where it may have %d: take something out, or raise the limit here and say why", room, sum,
				limit)
		}
		if sum < limit*4/5 {
			t.Errorf("%s has %d lines, where it may have %d: give the smaller room a smaller limit here", room, sum, limit)
		}
	}
}
