package ui

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/legible"
)

func TestListsReadBack(t *testing.T) {
	budget, clusters, gamma := model.Budget(nil), model.Clusters(nil), model.Gamma(nil)
	for _, c := range []struct {
		p      model.Param
		values []float64
		want   string // "" where any spelling will do
	}{
		{budget, budget.Spaced(10, 500, 8), "10..500:8"},
		{clusters, clusters.Spaced(1, 20, 30), ""}, // rounding leaves fewer
		{gamma, gamma.Spaced(0.001, 10, 9), "0.001..10:9"},
		{gamma, gamma.Spaced(0.0123456789, 1.0/3, 7), ""},
		{budget, []float64{5}, "5"},
		{budget, []float64{1, 2}, "1,2"},
		{budget, []float64{3, 1, 2}, "3,1,2"},
	} {
		got := listText(c.p, c.values)
		if c.want != "" && got != c.want {
			t.Errorf("%v is written %s, want %s", c.values, got, c.want)
		}
		if back, err := sweep.ParseList(c.p, got); err != nil || !slices.Equal(back, c.values) {
			t.Errorf("%s reads %v, was %v: %v", got, back, c.values, err)
		}
	}
}

// TestCopiedCommandIsShown: the box has the command, and the terminal gets it as
// OSC 52.
func TestCopiedCommandIsShown(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	var terminal bytes.Buffer
	m.output = &terminal
	cmd := m.copyCommand()
	if cmd == nil || cmd() != nil {
		t.Fatal("no command to run, or a message from it")
	}
	if m.mode() != inShowing || !strings.Contains(m.View(), "gramscope sweep --methods plain,eager,spectral,broken --over m=10..40:8") {
		t.Errorf("the box:\n%s", m.View())
	}
	code, ok := strings.CutPrefix(terminal.String(), "\x1b]52;c;")
	text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(code, "\a"))
	if !ok || err != nil || string(text) != m.dialog.text || !strings.HasPrefix(string(text), "gramscope sweep ") {
		t.Errorf("the terminal got %q: %v", terminal.String(), err)
	}
	press(m, "c")
	if m.mode() != onKnobs {
		t.Errorf("c leaves mode %b", m.mode())
	}
	m.Setting.Spec.Methods = nil
	if cmd := m.copyCommand(); cmd != nil || !m.Note.Alarm {
		t.Errorf("without methods: %q", m.Note.Text)
	}
}

// TestClipboardSequence: the bytes as xterm's manual has them, the text in the usual
// base64 with + and /; and without a terminal there is only the box.
func TestClipboardSequence(t *testing.T) {
	if got, want := clipboard("γ?>~ÿ"), "\x1b]52;c;zrM/Pn7Dvw==\x07"; got != want {
		t.Errorf("the sequence is %q, want %q", got, want)
	}
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	if cmd := m.copyCommand(); m.output != nil || cmd == nil || cmd() != nil || m.mode() != inShowing {
		t.Errorf("without a terminal: mode %b", m.mode())
	}
}

func TestCommandNamesTheFile(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, name := range []string{"-odd.csv", "bimodal"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("id,x,y\n1,2,3\n4,5,6\n7,8,9\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := data.Open(t.Context(), name, nil, data.Options{})
		if err != nil {
			t.Fatal(err)
		}
		file, err := table.File(data.Choice{Target: "none", Columns: []string{"-id"}})
		if err != nil {
			t.Fatal(err)
		}
		m := newToy(t, "braille", "none", 120, 40)
		got := legible.Shell(m.dataArguments(file)...)
		if want := "--target none --columns -id ./" + name; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
