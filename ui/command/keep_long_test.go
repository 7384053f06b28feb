//go:build long && unix

package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestExplorerKilledManyTimes(t *testing.T) {
	checkKilledExplorer(t, "--reps 300 --n 300 bimodal", max(3, kills(t)/5))
}

// TestTwoExplorers: two at once keep two files, and the one that ends last is the last.
func TestTwoExplorers(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	one := exploring(t, state, slow)
	keptLines(t, state, 10)
	two := exploring(t, state, "--continue --seed 2")
	two.WaitFor("runs")
	for files := 0; files < 2; time.Sleep(10 * time.Millisecond) {
		all, _ := os.ReadDir(filepath.Join(state, "gramscope"))
		files = len(all)
	}
	two.quit()
	one.quit()
	all, _ := os.ReadDir(filepath.Join(state, "gramscope"))
	for _, file := range all {
		checkKept(t, filepath.Join(state, "gramscope", file.Name()))
	}
	path, _ := keptLines(t, state, 10)
	content, _ := os.ReadFile(path)
	if len(all) != 2 || !bytes.Contains(content, []byte(`"seed":1`)) {
		t.Errorf("%d files, the last begins with %.300s", len(all), content)
	}
}
