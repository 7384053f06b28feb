package drawing

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gramscope/ui/chart"
)

// printed is a figure of six methods with bars in both directions and a front, one column wide.
func printed() chart.Lines {
	var l chart.Lines
	l.X = chart.Axis{Title: "time in s", Scale: chart.Log, Lo: 1e-3, Hi: 1}
	l.Y = chart.Axis{Title: "error: ‖K−K̃‖_F/‖K‖_F", Scale: chart.Log, Lo: 1e-7, Hi: 1, Notation: chart.Exponent}
	l.Band = "± standard error"
	for i := range chart.Hues {
		s := chart.Series{Name: fmt.Sprintf("method_%d", i), Color: i}
		for k := range 3 {
			x, y := 0.002*float64(1+i)*float64(1+3*k), 0.5/float64(1+i)/[]float64{1, 100, 1e4}[k]
			s.X, s.XLo, s.XHi = append(s.X, x), append(s.XLo, x*0.9), append(s.XHi, x*1.1)
			s.Y, s.Lo, s.Hi = append(s.Y, y), append(s.Lo, y-2*y), append(s.Hi, y*1.5) // the lower end is below 0
		}
		l.Series = append(l.Series, s)
	}
	l.Series = append(l.Series, chart.Series{Name: "Pareto front", Color: chart.NoColor, Dashed: true, NoMarkers: true,
		X: []float64{0.002, 0.5}, Y: []float64{0.5, 1e-6}})
	return l
}

// TestPageHasTheSizesThatAreAsked: the width in inches, and every text of that size, exponents smaller.
func TestPageHasTheSizesThatAreAsked(t *testing.T) {
	for _, width := range []float64{3.3, 6.9} {
		_, file := svgOn(t, Page(width, 0, 8), printed())
		box := numbers(t, regexp.MustCompile(`viewBox="([^"]*)"`).FindStringSubmatch(file)[1])
		if !near(box[2], width*72) {
			t.Errorf("%g points wide, want %g in", box[2], width)
		}
		texts := textsOf(t, file)
		for i, w := range texts {
			_, err := strconv.Atoi(strings.Replace(w.text, "−", "-", 1))
			exponent := err == nil && near(w.h, 6)
			if size := w.h; !exponent && size < 7.9 || exponent && size < 5.9 {
				t.Errorf("%g in: %q has %g points", width, w.text, size)
			}
			if w.left < 0 || w.right > box[2] || w.y < 0 || w.y+w.h > box[3] {
				t.Errorf("%g in: %q is beyond the page: %+v of %v", width, w.text, w, box)
			}
			for _, o := range texts[:i] {
				if !exponent && !near(o.h, 6) && w.left < o.right && o.left < w.right && w.y < o.y+o.h*0.8 && o.y < w.y+w.h*0.8 {
					t.Errorf("%g in: %q covers %q", width, w.text, o.text)
				}
			}
		}
	}
	_, file := svgOn(t, Page(3.3, 4, 8), printed())
	if box := numbers(t, regexp.MustCompile(`viewBox="([^"]*)"`).FindStringSubmatch(file)[1]); !near(box[3], 4*72) {
		t.Errorf("%g points high, want 4 in", box[3])
	}
	for _, low := range []Paper{Page(3.3, 1.5, 8), Page(1.5, 5, 12)} {
		if err := low.SVG(io.Discard, "", printed()); err != errSmall {
			t.Errorf("a page that is too small: %v", err)
		}
	}
}

// TestPrintedCurvesDifferWithoutColour: by their dashes, the more so by their dashes and colours where there are many.
func TestPrintedCurvesDifferWithoutColour(t *testing.T) {
	seen := map[string]int{}
	for i, s := range Page(3.3, 0, 8).strokes(many(chart.Hues).Series) {
		if other, known := seen[fmt.Sprint(s.Dashes)]; known {
			t.Errorf("curves %d and %d have the dashes %v", other, i, s.Dashes)
		}
		seen[fmt.Sprint(s.Dashes)] = i
	}
	clear(seen)
	for i, s := range Page(3.3, 0, 8).strokes(many(4 * chart.Hues).Series) {
		key := fmt.Sprint(s.Dashes, s.Color)
		if other, known := seen[key]; known {
			t.Errorf("curves %d and %d look the same: %s", other, i, key)
		}
		seen[key] = i
	}
}

func TestPowersOfTen(t *testing.T) {
	for text, want := range map[string][2]string{"10⁻²": {"10", "−2"}, "2·10⁵": {"2·10", "5"}, "-10¹⁰": {"-10", "10"},
		"0.01": {"0.01", ""}, "time": {"time", ""}, "σ²": {"σ²", ""}} {
		if base, exponent := powerOfTen(text); base != want[0] || exponent != want[1] {
			t.Errorf("%s: %s and %s", text, base, exponent)
		}
	}
}

// unpacked returns the streams of a PDF.
func unpacked(t *testing.T, file []byte) (all string) {
	t.Helper()
	for _, part := range bytes.Split(file, []byte("stream\n"))[1:] {
		if r, err := zlib.NewReader(bytes.NewReader(part)); err == nil {
			text, _ := io.ReadAll(r)
			all += string(text)
		}
	}
	return all
}

// TestPDFHasTheTexts: its texts are there, in Windows-1252, Greek letters as outlines, and the page's size. Files of
// one chart are equal.
func TestPDFHasTheTexts(t *testing.T) {
	l := printed()
	l.X.Title = "γ, scale; σ²"
	var b, again bytes.Buffer
	page := Page(3.3, 0, 8)
	if err := page.PDF(&b, "title μ", l); err != nil {
		t.Fatal(err)
	}
	if err := page.PDF(&again, "title μ", l); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Errorf("another file for the same chart: %v", err)
	}
	if !bytes.Contains(b.Bytes(), []byte("/MediaBox [0 0 237.60 ")) {
		t.Error("the page is not 3.3 in wide")
	}
	drawn := unpacked(t, b.Bytes())
	for _, text := range []string{"(title )", "(, scale; )", "(\xb2)", "(method_0)", "(method_5)", "(Pareto front)",
		"(bars: \xb1 standard error)"} {
		if !strings.Contains(drawn, text) {
			t.Errorf("the file lacks %q", text)
		}
	}
	fills := strings.Count(drawn, "\nf\n")
	b.Reset()
	l.X.Title = ", scale; "
	if err := page.PDF(&b, "title ", l); err != nil || strings.Count(unpacked(t, b.Bytes()), "\nf\n") != fills-3 {
		t.Errorf("γ, σ and μ are no outlines: %v", err)
	}
	for name, of := range map[string]chart.Chart{"dots": cloud(), "heat": losses(), "matrices": three()} { // what w writes
		if err := Slide().PDF(io.Discard, "a title", of); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTeXIsAPicture: braces and scopes match, lengths are such as TeX reads, texts are escaped and stand in boxes where
// they are aligned, and every marker is there. If LaTeX is there it compiles.
func TestTeXIsAPicture(t *testing.T) {
	l := printed()
	l.Series[1].Name = `5%_#1&{K}$x~^\`
	var b strings.Builder
	if err := Page(3.3, 0, 8).TeX(&b, "Größe μ and γₛ of K̃", l); err != nil {
		t.Fatal(err)
	}
	file := b.String()
	for i, r := range file {
		if r > 126 && !strings.ContainsRune("öß", r) {
			t.Errorf("%q in %.40q is not ASCII", r, file[max(0, i-30):])
		}
	}
	bare := regexp.MustCompile(`(?m)^\s*%.*$|\\[{}%]`).ReplaceAllString(file, "")
	depth := 0
	for _, r := range bare {
		if depth += map[rune]int{'{': 1, '}': -1}[r]; depth < 0 {
			t.Fatal("a brace closes nothing")
		}
	}
	if scopes := strings.Count(bare, `\begin{`); depth != 0 || scopes != strings.Count(bare, `\end{`) || scopes < 50 {
		t.Errorf("%d braces are open, and %d scopes begin", depth, scopes)
	}
	if wrong := regexp.MustCompile(`[0-9]e[-+]?[0-9]+(pt|})|NaN|Inf`).FindString(file); wrong != "" {
		t.Errorf("TeX can't read %q", wrong)
	}
	for _, text := range []string{`[l]{method\_0}`,
		`[l]{5\%\_\#1\&\{K\}\$x\textasciitilde{}\textasciicircum{}\textbackslash{}}`, `[r]{10}`, `[l]{$-$4}`,
		`||K$-$K\textasciitilde{}||\_F`,
		`{Größe $\mu$ and $\gamma$\_s of K\textasciitilde{}}`, `\pgfsetdash{{`, `bars: $\pm$ standard error`,
		`\pgfpatharc{0}{360}`, `\pgftransformrotate{90}`} {
		if !strings.Contains(file, text) {
			t.Errorf("the file lacks %s", text)
		}
	}
	if arcs := strings.Count(file, `\pgfpatharc{0}{360}`); strings.Count(file, `\pgfpathclose`) < arcs {
		t.Errorf("of %d discs some are open", arcs)
	}
	compiled(t, file)
}

// compiled compiles a picture by LaTeX, if that is there, and checks its width.
func compiled(t *testing.T, file string) {
	t.Helper()
	tool, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not there: the file was not compiled")
	}
	folder := t.TempDir()
	document := `\documentclass{article}\usepackage{pgf}\begin{document}\setbox0=\hbox{\input{fig.tex}}\message{WIDTH \the\wd0;}\box0\end{document}`
	for name, text := range map[string]string{"fig.tex": file, "paper.tex": document} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(tool, "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
	run.Dir = folder
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, out[max(0, len(out)-3000):])
	}
	if m := regexp.MustCompile(`WIDTH ([0-9.]+)pt`).FindSubmatch(out); m == nil {
		t.Error("LaTeX does not say the width")
	} else if wide := numbers(t, string(m[1]))[0] / 72.27; wide < 2.9 || wide > 3.3 {
		t.Errorf("%.2f in wide, want about 3.3 and not more", wide)
	}
}

// TestBandsHaveALegendInPDF: its area has no outline, and the colour of that is none.
func TestBandsHaveALegendInPDF(t *testing.T) {
	l := chart.Lines{Band: "± standard error", Series: []chart.Series{{Name: "plain", X: []float64{1, 2},
		Y: []float64{2, 3}, Lo: []float64{1, 2}, Hi: []float64{3, 4}}}}
	var b bytes.Buffer
	if err := Slide().PDF(&b, "a band", l); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) {
		t.Errorf("%d bytes: %v", b.Len(), err)
	}
}
