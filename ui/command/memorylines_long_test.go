//go:build long

package command_test

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
)

// writeRows writes a CSV file of numbers: 20000 rows of 20 features and a target.
func writeRows(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "rows.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	rng, w := rand.New(rand.NewPCG(1, 2)), bufio.NewWriter(f)
	for range 20000 {
		sum := 0.0
		for range 20 {
			v := rng.NormFloat64()
			sum += v
			fmt.Fprintf(w, "%.6g,", v)
		}
		fmt.Fprintf(w, "%.6g\n", math.Sin(sum)+rng.NormFloat64()/10)
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// writeLandmarks writes the numbers of 100 rows, for the method given.
func writeLandmarks(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintln(&b, 2*i+1)
	}
	path := filepath.Join(dir, "landmarks.txt")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// drawnLines draws command lines.
type drawnLines struct {
	*rand.Rand
	file, landmarks, model string
}

// line is a command line of a command, method, solver, learner and size drawn at random. The
// methods take turns, so that each has its share. What reads all of K, or decomposes it, gets
// fewer rows, so that no command takes minutes.
func (d drawnLines) line(i int) string {
	m := approx.Methods()[i%len(approx.Methods())]
	set := d.one("friedman", "friedman", "moons", "bimodal", d.file)
	if m.Needs.Landmarks { // which a file of rows' numbers gives
		set = d.file
	}
	switch d.one("sweep", "sweep", "sweep", "tune", "tune", "fit", "fit", "fit", "predict") {
	case "sweep":
		return d.sweep(m, set)
	case "tune":
		return d.tune(m, strings.Replace(set, "bimodal", "moons", 1))
	case "fit":
		return d.fit(m, set)
	}
	return d.one("data ", "predict "+d.model+" ", "predict --score "+d.model+" ") + d.file
}

func (d drawnLines) sweep(m model.Method, set string) string {
	figures := d.one("", "", "--figures fit", "--figures error,regression", "--figures all", "--diagnostics", "--bounds")
	most := 20000
	switch figures {
	case "--diagnostics":
		most = 900
	case "--figures all", "--bounds":
		most = 6000
	}
	learning := d.learning(set)
	if strings.Contains(learning, "pcg") {
		most = min(most, 3000)
	}
	n, budget, sizes := d.sizes(m, set, most)
	grid := d.one("", "--reps 2", fmt.Sprintf("--over m=%d,%d", max(1, budget/2), budget), "--over gamma=0.1,1",
		"--over mu=0.1,1", fmt.Sprintf("--over n=%d,%d", n/2, n), "--reps 3 --over mu=1,10", "--test 0.5")
	return strings.Join([]string{"sweep", sizes, "--methods", d.names(m), figures, grid, learning, "--workers",
		d.one("1", "2"), set}, " ")
}

func (d drawnLines) tune(m model.Method, set string) string {
	n, _, sizes := d.sizes(m, set, 10000)
	names, values := d.names(m), "--mus 0.1,1 --gammas "+d.one("0.1", "0.1,1")
	if n <= 3000 && d.IntN(6) == 0 {
		names = "exact"
	}
	if n <= 1000 {
		values = ""
	}
	return strings.Join([]string{"tune", sizes, "--methods", names, values, d.learner(set), "--workers", d.one("1", "2"),
		set}, " ")
}

func (d drawnLines) fit(m model.Method, set string) string {
	learning, most := d.learning(set), 20000
	if strings.Contains(learning, "pcg") {
		most = 3000
	}
	n, _, sizes := d.sizes(m, set, most)
	if n <= 3000 && d.IntN(6) == 0 {
		return fmt.Sprintf("fit --n %d --method exact %s --out OUT %s", n, d.learner(set), set)
	}
	return strings.Join([]string{"fit", sizes, "--method", m.Name, "--mu", d.one("0.1", "1", "10"), learning, "--out OUT",
		set}, " ")
}

// sizes are n up to about most and m, and as flags with what else the method wants to know.
func (d drawnLines) sizes(m model.Method, set string, most int) (n, budget int, flags string) {
	n = min(d.between(300, 20000), most)
	switch {
	case m.Name == "rls", m.Name == "best", m.Name == "als":
		n = min(n, 2000)
	case m.Quadratic(m.New()), m.Name == "ink-estimate":
		n = min(n, 3000)
	case n > 1000 && most > 6000 && set != d.file && d.IntN(10) == 0:
		n = 100000
	}
	budget = min(d.between(20, 1000), n/3, int(math.Sqrt(2e9/float64(n))))
	flags = fmt.Sprintf("--n %d --m %d", n, budget)
	switch {
	case m.Needs.Landmarks:
		flags += " --landmarks " + d.landmarks
	case m.Name == "bka", m.Name == "meka":
		flags += fmt.Sprintf(" --clusters %d", max(5, n/400))
	}
	return n, budget, flags
}

// names are a method, and at times another beside it.
func (d drawnLines) names(m model.Method) string {
	other := d.one("nystrom", "fourier", "block-nystrom", "squeak")
	if d.IntN(3) > 0 || other == m.Name {
		return m.Name
	}
	return m.Name + "," + other
}

// learning is a learner, or a solver of ridge regression.
func (d drawnLines) learning(set string) string {
	if set == "moons" {
		return d.learner(set)
	}
	return d.one("", "", "", "--solver falkon", "--solver pcg")
}

func (d drawnLines) learner(set string) string {
	if set == "moons" {
		return d.one("--learner logistic", "--learner svm")
	}
	return ""
}

// one is any of these.
func (d drawnLines) one(values ...string) string { return values[d.IntN(len(values))] }

// between is a whole number whose logarithm is uniform.
func (d drawnLines) between(lo, hi int) int {
	return int(float64(lo) * math.Pow(float64(hi)/float64(lo), d.Float64()))
}
