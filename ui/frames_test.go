package ui

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/screen/stream"
)

var update = flag.Bool("update", false, "write the golden files")

// footing is held by a test that reads or writes the file of footers.
var footing sync.Mutex

// golden compares the frame with a file, and its last line with that of the frame's name in
// a file for all, so that a word of the footer changes one file only.
func golden(t *testing.T, name, got string) {
	t.Helper()
	footing.Lock()
	defer footing.Unlock()
	path, all := filepath.Join("testdata", name+".golden"), filepath.Join("testdata", "footers.golden")
	at := strings.LastIndex(got, "\n")
	body, footer := got[:at], got[at+1:]
	footers := map[string]string{}
	for line := range strings.Lines(string(read(t, all))) {
		of, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		footers[of] = text
	}
	if *update {
		footers[name] = footer
		var list strings.Builder
		for _, of := range slices.Sorted(maps.Keys(footers)) {
			fmt.Fprintf(&list, "%s\t%s\n", of, footers[of])
		}
		if err := errors.Join(os.WriteFile(all, []byte(list.String()), 0o644),
			os.WriteFile(path, []byte(body), 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(read(t, path)) != body {
		t.Errorf("%s differs; the frame is now\n%s", path, got)
	}
	if footers[name] != footer {
		t.Errorf("the footer of %s in %s is %q, now %q", name, all, footers[name], footer)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// openOn opens a screen with made-up figures: "tree" is the stream of merges, "search" is a search on the screen of
// regression, and "question" is the first step of a lesson.
func openOn(t testing.TB, screen, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	switch screen {
	case "explore":
		m := newToy(t, glyphs, theme, w, h)
		feed(t, m, 2)
		return m
	case "spectrum", "points", "matrix":
		return pictureToy(t, map[string]string{"spectrum": "2", "points": "3", "matrix": "4"}[screen], glyphs, theme, w, h)
	case "stream", "tree":
		m := feedStream(streamToy(t, glyphs, theme, w, h, screen == "tree"), 7, screen == "tree")
		m.receive(stream.Jobs, job.Finished{})
		press(m, "G")
		return m
	case "regression":
		m := learnToy(t, glyphs, theme, w, h)
		feedLearned(t, m, 7)
		return m
	case "search":
		return searchToy(t, glyphs, w, h)
	case "lessons":
		return accumulateToy(t, glyphs, theme, w, h, 0.0065)
	case "question":
		m := accumulateToy(t, glyphs, theme, w, h, 0.0065)
		press(m, "R")
		feedAccumulate(t, m, 0.0065)
		return m
	}
	t.Fatalf("there is no screen %q", screen)
	return nil
}

// TestFrames holds the layout: a frame of each screen in three sizes, and of one screen in the smallest sizes, in
// colours and in ASCII.
func TestFrames(t *testing.T) {
	t.Parallel()
	check := func(screen, glyphs, theme string, w, h int) {
		t.Helper()
		name := fmt.Sprintf("%s-%dx%d", screen, w, h)
		if theme != "none" {
			name += "-" + theme
		}
		if glyphs != "braille" {
			name += "-" + glyphs
		}
		golden(t, name, openOn(t, screen, glyphs, theme, w, h).View())
	}
	for _, screen := range []string{"explore", "spectrum", "points", "matrix", "stream", "regression", "lessons"} {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 55}} {
			check(screen, "braille", "none", size[0], size[1])
		}
	}
	for _, screen := range []string{"tree", "search", "question"} {
		check(screen, "braille", "none", 80, 24)
	}
	check("explore", "braille", "none", 60, 16)
	check("explore", "braille", "none", 30, 8)
	check("explore", "braille", "dark", 80, 24)
	check("explore", "braille", "light", 80, 24)
	check("explore", "ascii", "none", 80, 24)
}

// TestStatesSay: what keys lead to on each screen stands in its frame, which fits the window.
func TestStatesSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		screen string
		w, h   int
		keys   string // set apart by blanks
		says   string // set apart by |
	}{
		{"explore", 80, 24, "right", "d=3 ── gaussian γ=19.3 ──  0/72|◂ 19.3 σ 0.161 ▸|stable rank: ≈4.3"},
		{"explore", 80, 24, "?", "gramscope: kernel matrices and their approximations|version test|The keys to know first"},
		{"explore", 80, 24, "o", "sweep over|▸ m      budget: landmarks, columns|  zeal   how hard it tries"},
		{"explore", 80, 24, "up enter", "─ kernel ─|▸ gaussian    exp(−γ‖x−y‖²)|  polynomial  (γ·x·y + offset)^degree"},
		{"explore", 80, 24, "enter nonsense enter", "▸γ        nonsense▏"},
		{"explore", 80, 24, "tab x y", "▸error over m   ── floor ±se"},
		{"explore", 80, 24, "d", "─ choose the data ─|▸ sets  bimodal   two components in a cube|        blobs     five " +
			"clusters"},
		{"explore", 80, 24, "p right", "γ=19.3|stable rank: ≈4.3|vs pin"},
		{"explore", 80, 24, "] ]", "m=22 ●.041 ▲.081 ■.12 ◆.16|┌[22]"},
		{"explore", 80, 24, "t ]", "m=20 ●0.043 ▲0.087 ■0.13 ◆0.17 ─0.0013|" +
			"  10   6.5e-02   1.3e-01    1.95e-01   2.6e-01     5e-03"},
		{"explore", 80, 24, "f right", "γ=19.3 ── frozen: f resumes"},
		{"explore", 80, 24, "tab e", "▸error: ‖K−K̃‖_F/‖K‖_F, over m   ── floor of rank m   band ± standard error"},
		{"explore", 80, 24, "w", "─ write ─|▸ results as CSV   72 runs, one per line|  chart as SVG     error over m"},
		{"explore", 60, 16, "w", "─ write ─|▸ results as CSV"},
		{"explore", 80, 24, "w enter", "write results as CSV to|gramscope-bimodal-results.csv▏|enter writes it, esc cancels"},
		{"explore", 80, 24, "c", "─ copy ─|▸ sweep         the command that computes these results|  scikit-learn  a " +
			"Python program"},
		{"explore", 80, 24, ":", "│ gamma         kernel scale|… tab goes through all"},
		{"explore", 40, 12, ":", "… tab goes through all"},
		{"explore", 80, 24, ": kernel_ tab tab",
			"│ kernel gaussian    exp(−γ‖x−y‖²)|│▸kernel laplacian   exp(−γ‖x−y‖₁)|… tab goes through all"},
		{"explore", 80, 24, ": gama_1 enter", `there is no command "gama"; did you mean gamma?`},
		{"spectrum", 100, 30, "v down down enter tab v down down enter",
			"● d_eff 11.9, ▲ d_max 29.7 over γₛ|▸coherence over r|γₛ=0.01"},
		{"spectrum", 100, 30, "] ]", "▸i=9  ● 0.319  ▲ 0.252  ─ K 0.336|[9]"},
		{"spectrum", 100, 30, "x y", "▸eigenvalues of K (line) and K̃|d_eff=11.9"},
		{"spectrum", 100, 30, "+", "0/72 runs|▸eigenvalues of K (line) and K̃"},
		{"points", 100, 30, "+", "▸points, computing the landmarks"},
		{"points", 100, 30, "o down down enter v down down down down enter", "price over length"},
		{"matrix", 100, 30, "+", "0/72 runs|▸how K̃ differs from K: ||K−K̃| on one logarithmic scale|● plain: up to 0.3|▲ " +
			"eager: 0.03"},
		{"regression", 100, 30, "tab v down enter", "▸bias and variance of plain over|● bias  ▲ variance  ■ risk"},
		{"regression", 100, 30, ": m_25 enter", "5-fold rmse of plain             new …"},
		{"search", 80, 24, "t", "▸plain m=10: rmse 0.51 ± 0.02, 0.561 on test rows|plain m=10: chosen as " +
			"the cheapest|rmse in 5 folds of 40 rows, searched for 7s"},
		{"search", 60, 16, "", "▸plain m=10: 0.51 ± 0.02, ≈8.0 ms|rmse in 5 folds of 40 rows"},
		{"search", 100, 30, "right enter s",
			"─ search (:search 60s for another time) ─|▸ 25s  search methods, m, γ and μ on n = 40 rows"},
		{"stream", 80, 24, "tab", "▸ε(S) = 0.95; ✗ K−K̃ > γₛ/(1−0.5) at 1 of 6 steps|ε=0.5 asked for"},
		{"stream", 80, 24, ", , ,", "▸squeak keeps 13 of 20 points in repetition 1| t=20/40 █████      paused| copies | " +
			"points | d_eff "},
		{"tree", 80, 24, "v x y", "▸disqueak keeps 20 of 40 points in repetition 1| copies | points | d_eff "},
		{"tree", 80, 24, ",", "▸disqueak keeps 17 of 20 points in repetition 1|leaves"},
		{"lessons", 80, 24, "esc", "▸From Nyström to Gaussian|✓ holds|accumulate"},
		{"lessons", 40, 12, "pgdown tab", "error"},
	} {
		m := openOn(t, c.screen, "braille", "none", c.w, c.h)
		for _, key := range strings.Fields(c.keys) {
			press(m, strings.ReplaceAll(key, "_", " "))
		}
		m.layOut()
		checkFits(t, m)
		for want := range strings.SplitSeq(strings.ReplaceAll(c.says, "||K", "|∣K"), "|") {
			if want = strings.ReplaceAll(want, "∣K", "|K"); !strings.Contains(m.View(), want) {
				t.Errorf("%s, after %q: no %q in\n%s", c.screen, c.keys, want, m.View())
			}
		}
	}
}

// TestUnmetSays: a kernel without a width, other columns, a long error, half of the results and data without a target.
func TestUnmetSays(t *testing.T) {
	for want, act := range map[string]func() *explorer{
		"── 36/72": func() *explorer {
			m := newToy(t, "braille", "none", 80, 24)
			feed(t, m, 1)
			return m
		},
		"── linear ──  0/72 runs": func() *explorer {
			m := openOn(t, "explore", "braille", "none", 80, 24)
			m.change(func(s *lab.Setting) { s.Spec.Kernel = "linear" })
			return m
		},
		"a long story about a file a long": func() *explorer {
			m := openOn(t, "explore", "braille", "none", 80, 24)
			m.Complain(errors.New(strings.Repeat("a long story about a file ", 12)))
			return m
		},
		"10/35": func() *explorer {
			m := learnToy(t, "braille", "none", 100, 30)
			feedLearned(t, m, 2)
			return m
		},
		"target": func() *explorer {
			m := learnToy(t, "braille", "none", 100, 30)
			m.useSource(withoutTarget{m.Setting.Store.Source()}, nil)
			return m
		},
		"squeak, not ticked, keeps 4 of 5 points": func() *explorer {
			m := feedStream(streamToy(t, "braille", "none", 80, 24, false), 7, false)
			editSetting(m, func(s *lab.Setting) { s.Spec.Methods = nil })
			return m
		},
	} {
		m := act()
		redraw(m)
		checkFits(t, m)
		if !strings.Contains(m.View(), want) {
			t.Errorf("no %q in\n%s", want, m.View())
		}
	}
}
