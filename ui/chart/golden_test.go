package chart

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// errorChart is the error of four methods over the budget m, as on screen 1.
func errorChart() Lines {
	m := []float64{10, 17, 31, 53, 94, 164, 286, 500}
	falling := func(at, rate float64) (y, lo, hi []float64) {
		for i, v := range m {
			e := at * math.Pow(v/10, -rate) * (1 + 0.1*math.Sin(float64(3*i)))
			y, lo, hi = append(y, e), append(lo, e*0.7), append(hi, e*1.35)
		}
		return y, lo, hi
	}
	l := Lines{
		X:      Axis{Scale: Log, Title: "m"},
		Y:      Axis{Scale: Log, Title: "relative error ‖K−K̃‖/‖K‖"},
		VLines: []VLine{{X: 100, Label: "m now", Color: NoColor, Faint: true}},
	}
	for i, p := range []struct {
		name     string
		at, rate float64
	}{{"nystrom", 0.5, 1.5}, {"accumulation", 0.4, 1.9}, {"fourier", 0.6, 0.5}} {
		s := Series{Name: p.name, X: m, Color: i}
		s.Y, s.Lo, s.Hi = falling(p.at, p.rate)
		l.Series = append(l.Series, s)
	}
	flat := make([]float64, len(m))
	for i := range flat {
		flat[i] = 0.12
	}
	l.Series = append(l.Series, Series{Name: "bka", X: m, Y: flat, Color: 3})
	floor, _, _ := falling(0.3, 2)
	l.Series = append(l.Series, Series{Name: "floor", X: m, Y: floor, Color: NoColor, NoMarkers: true, Thin: true})
	return l
}

// rankChart is the stable rank over the width of the kernel, as on screen 1.
func rankChart() Lines {
	var x, y []float64
	for i := range 40 {
		s := 0.1 * math.Pow(100, float64(i)/39)
		x, y = append(x, s), append(y, 1+40/(1+math.Pow(s/0.5, 2.5)))
	}
	return Lines{
		X:      Axis{Scale: Log, Title: "σ"},
		Y:      Axis{Title: "stable rank ‖K‖²F/‖K‖²₂"},
		Series: []Series{{Name: "K", X: x, Y: y, NoMarkers: true}},
		VLines: []VLine{{X: 0.79, Label: "σ now"}, {X: 1.4, Label: "median", Faint: true},
			{X: 1.9, Label: "mean", Faint: true}},
		Points: []Point{{X: 0.79, Y: 7.5, Marker: '▲', Color: 1}, {X: 0.79, Y: 12, Marker: '■', Color: 2}},
	}
}

func TestGolden(t *testing.T) {
	nan := math.NaN()
	steps := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	charts := map[string]Lines{
		"error": errorChart(),
		"rank":  rankChart(),
		"gaps": {
			X: Axis{Title: "step"}, Y: Axis{Scale: Log},
			Series: []Series{
				{X: steps, Y: []float64{1, 2, nan, 4, 5, 0, 7, 8, math.Inf(1), 10}},
				{X: steps, Y: []float64{10, 8, 7, 6, 5, 4, 3, 2, 1, -1}, Color: 1},
			},
		},
		"same":  {Series: []Series{{X: steps, Y: steps}, {X: steps, Y: steps, Color: 1}, {X: steps, Y: steps, Color: 2}}},
		"point": {X: Axis{Title: "m"}, Series: []Series{{X: []float64{100}, Y: []float64{0.25}}}},
		"empty": {Empty: "computing …"},
		"spike": {Series: []Series{spikes()}},
		"path": {X: Axis{Title: "time"}, Series: []Series{ // to and fro, and up where it stands
			{X: []float64{1, 5, 3, 3, 8}, Y: []float64{1, 2, 6, 9, 8}, Path: true}}},
		"zoom": {X: Axis{Lo: 2, Hi: 6}, Y: Axis{Lo: 2, Hi: 6},
			Series: []Series{{X: steps, Y: []float64{9, 7, 5, 3, 1, 3, 5, 7, 9, 11}}}},
	}
	sizes := []struct {
		name string
		w, h int
	}{{"100x20", 100, 20}, {"60x12", 60, 12}, {"30x8", 30, 8}}
	for name, l := range charts {
		for _, size := range sizes {
			for g, glyphs := range []string{"braille", "line", "ascii"} {
				if name != "error" && (size.w != 60 || Glyphs(g) != Braille) { // the other sizes and glyphs repeat what these show
					continue
				}
				if size.w != 60 && Glyphs(g) == Line {
					continue
				}
				golden(t, name+"-"+size.name+"-"+glyphs, l.Render(size.w, size.h, Glyphs(g), nil))
			}
		}
	}
}

// spikes is a long series with one sample far out, in a column that it shares with many others.
func spikes() Series {
	s := Series{NoMarkers: true}
	for i := range 2000 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, math.Sin(float64(i)/200))
	}
	s.Y[700], s.Y[1503] = 3, -2
	return s
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test ./ui/chart -update writes it)", err)
	}
	if got+"\n" != string(want) {
		t.Errorf("%s differs (go test ./ui/chart -update accepts it)\ngot:\n%s\nwant:\n%s", file, got, want)
	}
}
