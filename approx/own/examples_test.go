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

	"gramscope/model"
	"gramscope/model/lesson"
)

// TestExamples runs the examples in Python, C and Go, and that of the lesson, where the system has what they need.
func TestExamples(t *testing.T) {
	folder := t.TempDir()
	built := func(name, source string, command ...string) string {
		path := filepath.Join(folder, name)
		if out, err := exec.Command(command[0], append(command[1:], "-o", path, "../../testdata/own/"+source)...).CombinedOutput(); err != nil {
			t.Logf("%v: %s", err, out)
			return ""
		}
		return path
	}
	commands := map[string]string{"uniform-c": built("c", "uniform.c", "gcc"), "plusplus": built("go", "plusplus.go", "go", "build"), "farthest": ""}
	if commands["plusplus"] == "" {
		t.Error("the example in Go is not built")
	}
	if exec.Command("/usr/bin/python3", "-c", "import numpy").Run() == nil {
		commands["farthest"] = "/usr/bin/python3 ../../testdata/own/farthest.py"
		_, code, _ := strings.Cut(lesson.File("own"), "mine.py:\n\n```\n")
		code, _, _ = strings.Cut(code, "```")
		must(os.WriteFile(filepath.Join(folder, "mine.py"), []byte(code), 0o600))
		commands["mine"] = "/usr/bin/python3 " + filepath.Join(folder, "mine.py")
	}
	for name, command := range commands {
		if command == "" {
			continue
		}
		methods, _, err := Methods(t.Context(), nil, nil, []string{Flag, command})
		if err != nil || methods[0].Name != name {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f := methods[0].New()
		f.(*fitter).m = 6
		var before []int
		for range 2 {
			a, err := f.Fit(t.Context(), problem(), rand.New(rand.NewPCG(3, 4)))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			landmarks := a.(model.Landmarker).Landmarks()
			if len(landmarks) != 6 || before != nil && !slices.Equal(before, landmarks) {
				t.Errorf("%s: landmarks %v, and before %v", name, landmarks, before)
			}
			before = landmarks
		}
	}
}
