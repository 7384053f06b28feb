package ui

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/trial"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
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
		m.receive(matrix.Jobs, madeUpMaps("eager", 0.97))
		m.receive(matrix.Jobs, madeUpMaps("spectral", 0.9))
		m.receive(matrix.Jobs, &matrix.Found{Method: "broken", Missing: "the toy is broken"})
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
	m.receive(spectrum.Jobs, spectrum.Approximate{Method: "plain", Values: falling(20, 19),
		Landmarks: []int{0, 3, 17, 39}})
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
	f := &inspect.Maps{N: 40, Clusters: &inspect.Clusters{Sizes: []int{20, 12, 8}},
		Cuts: []float64{0.5, 0.8, 1}}
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

func TestPicturesInSevenBits(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"2", "3", "4"} {
		for _, keys := range [][]string{nil, {"v"}, {"o"}, {"?"}, {"]"}, {"tab", "v", "down", "enter"},
			{"v", "down", "down", "enter"}, {"v", "down", "down", "down", "enter"}} {
			m := pictureToy(t, key, "ascii", "none", 120, 60)
			press(m, keys...)
			checkSevenBits(t, m, keys, key)
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
		return !m.Outcome.Finished || m.screen().key == "2" && m.spectrum().Key != "" && !m.spectrum().Done ||
			m.screen().key == "3" && m.points().Key != "" && !m.points().Done || m.screen().key == "4" && m.matrix().Key != "" &&
			!m.matrix().Done
	}
	for busy() {
		msg := m.Runner.Wait()
		if msg == nil {
			t.Fatal("the runner has ended")
		}
		m.Update(msg)
	}
}

func TestStalePicturesAreDropped(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	press(m, "4")
	feed(t, m, 2)
	for _, l := range []job.Kind{spectrum.Jobs, points.Jobs, matrix.Jobs} {
		gen := m.Runner.Generation(l)
		m.Runner.Stop(l)
		m.Runner.Post(job.Event{Kind: l, Generation: gen, Body: madeUpMaps("stale", 0.1)})
	}
	m.Update(job.Wake{})
	if len(m.matrix().Now) > 0 {
		t.Errorf("stale pictures came through: %v", m.matrix().Now)
	}
	m.receive(matrix.Jobs, madeUpMaps("plain", 0.5))
	m.receive(matrix.Jobs, job.Failed{Err: errors.New("no room; lower n")})
	m.Update(nil)
	if len(m.matrix().Old) > 0 || !m.Note.Alarm {
		t.Error("a refusal is not told")
	}
}

func TestPicturesFitEveryWindow(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"2", "3", "4"} {
		m := pictureToy(t, key, "braille", "dark", 100, 30)
		press(m, "]")
		for w := 1; w < 130; w += 11 {
			for h := 1; h < 45; h += 7 {
				m.w, m.h, m.dirty = w, h, true
				m.layOut()
				checkFits(t, m)
			}
		}
	}
}

func BenchmarkPictures(b *testing.B) {
	for name, key := range map[string]string{"spectrum": "2", "points": "3", "matrix": "4"} {
		m := pictureToy(b, key, "braille", "dark", 120, 40)
		benchmarkFrame(b, name+"/", m)
	}
}

// feedPoints gives 40 made-up points in three groups, the last a small one.
func feedPoints(m *explorer) {
	x, owner := mat.NewDense(40, 3, nil), make([]int, 40)
	scores := make([]float64, 40)
	for i := range 40 {
		owner[i] = []int{0, 0, 0, 1}[i%4]
		if i%10 == 7 {
			owner[i] = 2
		}
		x.SetRow(i, []float64{float64(4*owner[i]) + float64(i%7)/3, float64(3*owner[i]%5) + float64(i%5)/2, float64(i)})
		scores[i] = []float64{0.1, 0.25, 0.9}[owner[i]] - float64(i)/1000
	}
	train := &data.Set{X: x, Columns: []string{"length", "width", "age"}, Target: "price", Y: scores}
	cloud := &inspect.Cloud{Rows: &trial.Rows{Train: train},
		Principal: mat.DenseCopyOf(x.Slice(0, 40, 0, 2)), Share: [2]float64{0.6, 0.3}}
	sizes := make([]int, 3)
	for _, s := range owner {
		sizes[s]++
	}
	clusters := &inspect.Clusters{Owner: owner, Sizes: sizes}
	m.receive(points.Jobs, points.PointsOf(cloud, clusters))
	m.receive(points.Jobs, points.LandmarksOf("plain", []int{0, 1, 2, 12, 27, 31}, clusters))
	m.receive(points.Jobs, points.Landmarks{Method: "eager"})
	m.receive(points.Jobs, points.Landmarks{Method: "spectral"})
	m.receive(points.Jobs, points.Landmarks{Method: "broken", Missing: "broken: the toy is broken"})
	m.receive(points.Jobs, points.ScoresOf(scores))
	m.receive(points.Jobs, job.Finished{})
}

// TestCrosshairOnTheSpectrum: it stands on the eigenvalues of K̃ that have a
// marker, and tells K's beside them; on the scores it goes from landmark to
// landmark.
func TestCrosshairOnTheSpectrum(t *testing.T) {
	t.Parallel()
	m := pictureToy(t, "2", "braille", "none", 100, 30)
	walk := func(chart int) []float64 {
		press(m, "]")
		for range 42 {
			press(m, "[")
		}
		var seen []float64
		for range 42 {
			x, ok := m.cross.At(m.built[chart])
			if !ok {
				t.Fatal("no crosshair")
			}
			if len(seen) == 0 || x != seen[len(seen)-1] {
				seen = append(seen, x)
			}
			press(m, "]")
		}
		return seen
	}
	seen := walk(0)
	if seen[0] != 1 || seen[len(seen)-1] != 20 || !slices.Contains(seen, 12) { // the last of plain and of eager
		t.Errorf("walked over %v", seen)
	}
	for range 42 {
		press(m, "[")
	}
	press(m, "]", "]")
	exact := strconv.FormatFloat(20*math.Pow(0.6, 2), 'g', 6, 64)
	if got := m.cross.Title(m.built[0], "", 200, &m.look); !strings.Contains(got, "i=3 ") ||
		!strings.Contains(got, "K "+exact) {
		t.Errorf("title %q, want i=3 and K %s", got, exact)
	}
	press(m, "esc", "tab")
	// Scores are 0.8/(1+7i mod 40): those of the rows 0, 3, 17 and 39 are the 1st, 22nd, 40th and 34th.
	if got, want := walk(1), []float64{1, 22, 34, 40}; !slices.Equal(got, want) {
		t.Errorf("landmarks at %v, want %v", got, want)
	}
}

// TestSpectrumInNumbers: t lists the eigenvalues, each at its own i.
func TestSpectrumInNumbers(t *testing.T) {
	m := pictureToy(t, "2", "braille", "none", 100, 30)
	press(m, "t")
	want := strconv.FormatFloat(20*math.Pow(0.6, 4), 'g', 6, 64)
	for line := range strings.SplitSeq(m.texts[0], "\n") {
		if cells := strings.Fields(line); len(cells) > 1 && cells[0] == "5" {
			if !slices.Contains(cells, want) {
				t.Errorf("%q, want K's %s", line, want)
			}
			return
		}
	}
	t.Errorf("no line of i = 5 in\n%s", m.texts[0])
}

// TestFrozenPicturesSaySo: screens whose pictures are not computed do not say that they are.
func TestFrozenPicturesSaySo(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	press(m, "f")
	for _, key := range []string{"2", "3", "4"} {
		press(m, key)
		if n := strings.Count(m.View(), "frozen: f resumes"); n < 2 { // the header has it, too
			t.Errorf("screen %s says so %d times:\n%s", key, n, m.View())
		}
	}
}
