package ui

import (
	"os"
	"regexp"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/sweep"
)

// toyClock stands still.
func toyClock() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

func sized(w, h int) tea.Msg { return tea.WindowSizeMsg{Width: w, Height: h} }

// readBack reads a results file.
func readBack(t *testing.T, path string) ([]string, []sweep.Result) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all sweep.Results
	if _, err := all.Read(file, path, 1e9); err != nil {
		t.Fatal(err)
	}
	return all.Header, all.Rows
}

// maskTimes hides what depends on the machine.
func maskTimes(frame string) string {
	return regexp.MustCompile(`[ ~<]*[\d.]+ (µs|ms|s) `).ReplaceAllString(frame, " (time) ")
}
