package approx

import (
	"math"
	"testing"
)

// Entries are there with probability 1/√n, each as often in every row, with
// either sign, and of size √(√n/m).
func TestSparseProjectionDensity(t *testing.T) {
	const n, m, draws = 100, 8, 2000
	rng := seeded(1)
	var row [n]float64
	total, plus, distinct := 0.0, 0.0, 0.0
	for range draws {
		s := drawSparse(n, m, rng)
		used, _ := s.Local()
		distinct += float64(len(used))
		for _, column := range s {
			for _, e := range column {
				row[e.Row]++
				total++
				if e.Weight > 0 {
					plus++
				}
				near(t, "|weight|", math.Abs(e.Weight), math.Sqrt(10.0/m), 1e-14)
			}
		}
	}
	const trials, p = n * m * draws, 0.1
	if z := (total - trials*p) / math.Sqrt(trials*p*(1-p)); math.Abs(z) > 4 {
		t.Errorf("density %.5f is %.1f standard errors from 1/√n", total/trials, z)
	}
	if z := (plus - total/2) / math.Sqrt(total/4); math.Abs(z) > 4 {
		t.Errorf("%.0f of %.0f entries are positive", plus, total)
	}
	for i, count := range row {
		if z := (count - m*draws*p) / math.Sqrt(m*draws*p*(1-p)); math.Abs(z) > 4.5 {
			t.Errorf("row %d has %.0f entries, %.1f standard errors from %.0f", i, count, z, m*draws*p)
		}
	}
	if mean, want := distinct/draws, n*(1-math.Pow(0.9, m)); math.Abs(mean-want) > 0.5 {
		t.Errorf("%.2f distinct rows in the mean, want %.2f", mean, want)
	}
}

// On one row every entry is there.
func TestSparseProjectionOfOneRow(t *testing.T) {
	for seed := range uint64(20) {
		s := drawSparse(1, 3, seeded(seed))
		for _, column := range s {
			if len(column) != 1 || math.Abs(column[0].Weight) != math.Sqrt(1.0/3) {
				t.Errorf("column %v", column)
			}
		}
	}
}
