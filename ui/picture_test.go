package ui

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/screen/spectrum"
)

// pictureToy is an explorer on one of the screens 2 to 4, with made-up figures.
func pictureToy(t testing.TB, screen, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	m := newToy(t, glyphs, theme, w, h)
	m.Launch = func(job.Kind, job.Work) {}
	press(m, screen)
	feed(t, m, 2)
	switch screen {
	case "2":
		feedSpectrum(m)
	case "3":
		feedPoints(m)
	case "4":
		m.receive(matrix.Jobs, madeUpMaps("plain", 0.7))
		m.receive(matrix.Jobs, job.Finished{})
	}
	m.layOut()
	return m
}

// feedSpectrum gives made-up figures of 40 points.
func feedSpectrum(m *explorer) {
	falling := func(n int, scale float64) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = scale * math.Pow(0.6, float64(i))
		}
		return values
	}
	m.receive(spectrum.Jobs, spectrum.Approximate{Method: "plain", Values: falling(20, 19), Landmarks: []int{0, 3, 17, 39}, Rests: true})
	m.receive(spectrum.Jobs, spectrum.Approximate{Method: "eager", Values: falling(12, 15)})
	m.receive(spectrum.Jobs, spectrum.Approximate{Method: "broken", Missing: "the toy is broken"})
	m.receive(spectrum.Jobs, spectrum.Exact(falling(40, 20)))
	scores := make([]float64, 40)
	for i := range scores {
		scores[i] = 0.8 / (1 + float64(i*7%40)) // some order that is not the rows'
	}
	m.receive(spectrum.Jobs, spectrum.Scores{Scores: scores})
	d := spectrum.Degrees{Ridges: spectrum.Ridges(0.01)}
	coherence := falling(40, 1)
	for i := range d.Ridges {
		x := 1 + d.Ridges[i]
		d.Effective, d.Maximal = append(d.Effective, 12/x), append(d.Maximal, 30/x)
	}
	for i := range coherence {
		coherence[i] = 1 + 10*coherence[i]
	}
	m.receive(spectrum.Jobs, d)
	m.receive(spectrum.Jobs, spectrum.Coherence(coherence))
	m.receive(spectrum.Jobs, job.Finished{})
}

// madeUpMaps are pictures of three blocks.
func madeUpMaps(method string, share float64) *matrix.Found {
	f := &inspect.Maps{N: 40, Sampled: 40, Clusters: &inspect.Clusters{Sizes: []int{20, 12, 8}}, Cuts: []float64{0.5, 0.8, 1}}
	for i := range 40 {
		var k, a, r []float64
		for j := range 40 {
			v := 0.05
			if f.Clusters.Sizes != nil && (i < 20) == (j < 20) && (i < 32) == (j < 32) {
				v = 1 - math.Abs(float64(i-j))/40
			}
			k, a, r = append(k, v), append(a, share*v), append(r, (1-share)*v)
		}
		f.K, f.Approx, f.Residual = append(f.K, k), append(f.Approx, a), append(f.Residual, r)
	}
	return &matrix.Found{Method: method, Maps: f}
}

func TestPicturesGolden(t *testing.T) {
	for key, name := range map[string]string{"2": "spectrum", "3": "points", "4": "matrix"} {
		for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
			for _, theme := range themesAt(size[0]) {
				m := pictureToy(t, key, "braille", theme, size[0], size[1])
				golden(t, fmt.Sprintf("%s-%dx%d-%s", name, size[0], size[1], theme), m.View())
			}
		}
		golden(t, name+"-ascii", pictureToy(t, key, "ascii", "none", 100, 30).View())
	}
}

func TestPictureStatesGolden(t *testing.T) {
	for name, keys := range map[string][]string{
		"2-degrees":   {"v", "down", "down", "enter", "tab", "v", "down", "down", "enter"},
		"2-linear":    {"x", "y"},
		"2-menu":      {"v"},
		"2-stale":     {"+"},
		"2-crosshair": {"]", "]"},
		"2-numbers":   {"t"},
		"3-crosshair": {"]", "}"},
		"3-axes":      {"o", "down", "down", "enter", "v", "down", "down", "down", "down", "enter"},
		"3-stale":     {"+"},
		"4-stale":     {"+"},
	} {
		m := pictureToy(t, name[:1], "braille", "none", 100, 30)
		press(m, keys...)
		golden(t, "picture-"+name, m.View())
	}
}

func TestPicturesInSevenBits(t *testing.T) {
	for _, key := range []string{"2", "3", "4"} {
		for _, keys := range [][]string{nil, {"v"}, {"o"}, {"?"}, {"]"}, {"tab", "v", "down", "enter"}, {"v", "down", "down", "enter"}, {"v", "down", "down", "down", "enter"}} {
			m := pictureToy(t, key, "ascii", "none", 120, 60)
			press(m, keys...)
			for _, r := range strings.ReplaceAll(m.View(), "\n", "") {
				if r < ' ' || r > '~' {
					t.Fatalf("screen %s after %v: %q in\n%s", key, keys, r, m.View())
				}
			}
			if rest := strings.ReplaceAll(m.View(), "? help", ""); m.mode() != inHelp && strings.Contains(rest, "?") {
				t.Errorf("screen %s after %v a character has no spelling:\n%s", key, keys, rest)
			}
		}
	}
}

// runPicture works a screen for real until nothing is under way.
func runPicture(t *testing.T, m *explorer) {
	t.Helper()
	m.Launch = m.Runner.Start
	m.Init()
	settlePicture(t, m)
}

func settlePicture(t *testing.T, m *explorer) {
	t.Helper()
	busy := func() bool {
		return !m.Outcome().Finished() || m.screen().key == "2" && m.spectrum().Key != "" && !m.spectrum().Done ||
			m.screen().key == "3" && m.points().Key != "" && !m.points().Done || m.screen().key == "4" && m.matrix().Key != "" && !m.matrix().Done
	}
	for busy() {
		msg := m.Runner.Wait()
		if msg == nil {
			t.Fatal("the runner has ended")
		}
		m.Update(msg)
	}
}

func TestPicturesOfOddSettings(t *testing.T) {
	for name, change := range map[string]func(*lab.Setting){
		"one point":   func(s *lab.Setting) { s.Spec.N, s.Spec.Test = 1, 0 },
		"one cluster": func(s *lab.Setting) { s.Spec.Values["clusters"] = 1 },
		"linear":      func(s *lab.Setting) { s.Spec.Kernel = "linear" },
		"polynomial": func(s *lab.Setting) {
			s.Store = sweep.NewStore(synthetic.Generators()[4])
			s.Spec.Kernel, s.Spec.Values["offset"], s.Spec.Values["degree"] = "polynomial", 0, 3
		},
		"no rest": func(s *lab.Setting) { s.Spec.Methods = []string{"broken"} },
	} {
		for _, key := range []string{"2", "3", "4"} {
			methods, ticked := screentest.Methods(), []string{"plain", "eager", "spectral", "broken"}
			if name == "one point" { // the toys have no clusters to clamp
				methods, ticked = approx.Methods(), []string{"nystrom"}
			}
			m := newToyWith(t, methods, "braille", "none", 120, 40)
			editSetting(m, func(s *lab.Setting) {
				s.Spec.Standardize = true // so that a polynomial of odd degree has entries below 0
				s.Spec.Methods = ticked
			})
			press(m, key)
			m.change(change)
			settlePicture(t, m)
			if key != "4" {
				press(m, "v", "down", "down", "enter", "]", "tab")
			}
			m.Update(nil)
			view := m.View()
			wants := map[string]string{"4no rest": "the toy is broken", "4polynomial": "=- 0 ", "3no rest": "rests on no points", "4one point": "one point", "3one point": "one cluster"}
			if want := wants[key+name]; !strings.Contains(view, want) || strings.Contains(view, "NaN") || strings.Contains(view, "internal error") || strings.Contains(m.texts[0], "computing") {
				t.Errorf("%s on screen %s, want %q\n%s", name, key, want, view)
			}
		}
	}
}

func TestStalePicturesAreDropped(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.Launch = func(job.Kind, job.Work) {}
	press(m, "4")
	feed(t, m, 2)
	for _, l := range []job.Kind{spectrum.Jobs, points.Jobs, matrix.Jobs} {
		gen := m.Runner.Generation(l)
		m.Runner.Stop(l)
		m.Runner.Post(job.Event{Kind: l, Generation: gen, Body: madeUpMaps("stale", 0.1)})
	}
	m.Update(job.Wake{})
	if m.matrix().Now != nil {
		t.Errorf("stale pictures of %s came through", m.matrix().Now.Method)
	}
	m.receive(matrix.Jobs, madeUpMaps("plain", 0.5))
	m.receive(matrix.Jobs, job.Failed{Err: errors.New("no room; lower n")})
	m.Update(nil)
	if m.matrix().Old != nil || !m.Note.Alarm {
		t.Error("a refusal is not told")
	}
	press(m, "1")
	for key, l := range map[string]job.Kind{"2": spectrum.Jobs, "3": points.Jobs, "4": matrix.Jobs} {
		press(m, key)
		gen := m.Runner.Generation(l)
		press(m, "1")
		if m.Runner.Generation(l) == gen {
			t.Errorf("leaving screen %s does not end its work", key)
		}
	}
	if m.matrix().Key != "" {
		t.Error("work that had not ended does not begin anew when the screen is opened again")
	}
}

func TestPicturesFitEveryWindow(t *testing.T) {
	for _, key := range []string{"2", "3", "4"} {
		m := pictureToy(t, key, "braille", "dark", 100, 30)
		press(m, "]")
		for w := 1; w < 130; w += 3 {
			for h := 1; h < 45; h += 4 {
				m.w, m.h, m.dirty = w, h, true
				m.layOut()
				for _, line := range strings.Split(m.View(), "\n") {
					if got := ansi.StringWidth(line); got > w || !m.layout.TooSmall && got != w {
						t.Fatalf("screen %s: a line of a window of %d×%d has %d cells: %s", key, w, h, got, line)
					}
				}
			}
		}
	}
}

func BenchmarkPictures(b *testing.B) {
	for name, key := range map[string]string{"spectrum": "2", "points": "3", "matrix": "4"} {
		m := pictureToy(b, key, "braille", "dark", 120, 40)
		b.Run(name+"/view", func(b *testing.B) {
			for b.Loop() {
				m.View()
			}
		})
		b.Run(name+"/charts", func(b *testing.B) {
			for b.Loop() {
				m.dirty = true
				m.layOut()
			}
		})
	}
}
