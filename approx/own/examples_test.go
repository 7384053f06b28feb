//go:build unix

package own

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/model/lesson"
)

// TestExamples runs the examples in Go, Python and C, and that of the lesson, the latter three where the system has
// what they need.
func TestExamples(t *testing.T) {
	const examples = "../../testdata/own/"
	hasNumPy := exec.Command("/usr/bin/python3", "-c", "import numpy").Run() == nil
	_, err := exec.LookPath("gcc")
	hasC := err == nil
	built := func(t *testing.T, source string, compiler ...string) string {
		path := filepath.Join(t.TempDir(), "built")
		out, err := exec.Command(compiler[0], append(compiler[1:], "-o", path, examples+source)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return path
	}
	for name, example := range map[string]struct {
		isPossible bool
		command    func(*testing.T) string
	}{
		"plusplus":  {true, func(t *testing.T) string { return built(t, "plusplus.go", "go", "build") }},
		"uniform-c": {hasC, func(t *testing.T) string { return built(t, "uniform.c", "gcc") }},
		"farthest":  {hasNumPy, func(t *testing.T) string { return "/usr/bin/python3 " + examples + "farthest.py" }},
		"mine": {hasNumPy, func(t *testing.T) string {
			_, code, _ := strings.Cut(lesson.File("own"), "mine.py:\n\n```\n")
			code, _, _ = strings.Cut(code, "```")
			path := filepath.Join(t.TempDir(), "mine.py")
			must(os.WriteFile(path, []byte(code), 0o600))
			return "/usr/bin/python3 " + path
		}},
	} {
		if !example.isPossible {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			methods, _, err := Methods(t.Context(), nil, []string{Flag, example.command(t)})
			if err != nil || methods[0].Name != name {
				t.Fatal(err)
			}
			f := methods[0].New()
			f.(*fitter).m = 6
			var before []int
			for range 2 {
				a, err := f.Fit(t.Context(), problem(), rand.New(rand.NewPCG(3, 4)))
				if err != nil {
					t.Fatal(err)
				}
				landmarks := a.Landmarks()
				if len(landmarks) != 6 || before != nil && !slices.Equal(before, landmarks) {
					t.Errorf("landmarks %v, and before %v", landmarks, before)
				}
				before = landmarks
			}
		})
	}
}
