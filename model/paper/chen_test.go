package paper

import (
	"maps"
	"math"
	"strings"
	"testing"

	"gramscope/model/claim"
)

// plane are rows over m and accum.
func plane(method string, dims, accums []float64, columns map[string]func(m, accum float64) float64) []Row {
	var rows []Row
	for _, m := range dims {
		for _, a := range accums {
			values := map[string]float64{"m": m}
			if a > 0 {
				values["accum"] = a
			}
			asked := maps.Clone(values)
			for name, f := range columns {
				values[name] = f(m, a)
			}
			rows = append(rows, Row{Method: method, Rep: 1, Values: values, Asked: asked})
		}
	}
	return rows
}

func TestChenToy(t *testing.T) {
	sizes := []float64{250, 500, 1000, 2000}
	columns := func(error, entries float64) map[string]func(float64) float64 {
		return map[string]func(float64) float64{"krr_error": func(n float64) float64 { return error / n },
			"entries": func(n float64) float64 { return entries * n * n }}
	}
	rows := append(append(grid("nystrom", "n", sizes, columns(3, 0.02)),
		grid("accumulation", "n", sizes, columns(1.1, 0.15))...), grid("gaussian-sketch", "n", sizes, columns(1, 1))...)
	turns(t, "chen-figure-1", [][]Row{rows}, claim.Holds, []scaled{
		{0, "nystrom", "krr_error", nil, 1.0 / 3},
		{0, "accumulation", "krr_error", nil, 3},
		{0, "accumulation", "krr_error", nil, 1.0 / 3},
		{0, "accumulation", "entries", nil, 3},
	})
	toward := func(m, a float64) float64 { // the Gaussian sketch is that of infinitely many
		far := math.Pow(10, -m/15)
		return 1e-3 * (far + 3*math.Pow(10, -4*m/112)/(1+a*a))
	}
	dims := []float64{14, 28, 56, 112}
	figure := [][]Row{
		plane("accumulation", dims, []float64{1, 2, 4, 8, 16, 32},
			map[string]func(m, a float64) float64{"krr_error": toward,
				"risk_exact": func(float64, float64) float64 { return 2e-3 }}),
		plane("gaussian-sketch", dims, []float64{0},
			map[string]func(m, a float64) float64{"krr_error": func(m, _ float64) float64 { return toward(m, 1e6) }}),
	}
	turns(t, "chen-figure-2", figure, claim.Differs, []scaled{
		{0, "", "krr_error", at{"m": 28, "accum": 1}, 1.0 / 10},
		{0, "", "krr_error", at{"m": 28, "accum": 16}, 10},
		{0, "", "krr_error", at{"m": 112, "accum": 16}, 1e-3},
		{0, "", "krr_error", at{"m": 112, "accum": 16}, 1e6},
	})
}

func TestChenSatisfiability(t *testing.T) {
	dims, accums := []float64{60, 120, 240}, []float64{1, 2, 4, 8, 16}
	share := func(m, a float64) float64 {
		switch {
		case m < 240:
			return 0
		case a < 4:
			return 0.3
		}
		return 1
	}
	epsilon := func(m, a float64) float64 { return 0.3 * math.Sqrt(240/m) * (1 + 1/max(a, 1)) }
	rows := [][]Row{
		plane("accumulation", dims, accums,
			map[string]func(m, a float64) float64{"k_satisfiable": share, "epsilon_s": epsilon}),
		plane("gaussian-sketch", dims, []float64{0},
			map[string]func(m, a float64) float64{"k_satisfiable": share,
				"epsilon_s": func(m, _ float64) float64 { return epsilon(m, 1e6) }}),
		plane("accumulation", dims, []float64{1, 4},
			map[string]func(m, a float64) float64{"k_satisfiable": share,
				"epsilon_s": func(m, _ float64) float64 { return epsilon(m, 16) }}),
	}
	turns(t, "chen-satisfiability", rows, claim.Holds, []scaled{
		{0, "", "k_satisfiable", at{"m": 240, "accum": 16}, 0.5},
		{0, "", "k_satisfiable", at{"m": 240, "accum": 1}, 4},
		{0, "", "epsilon_s", at{"m": 240, "accum": 1}, 0.5},
		{0, "", "epsilon_s", at{"m": 240, "accum": 16}, 3},
		{1, "", "epsilon_s", at{"m": 240}, 1.0 / 3},
		{2, "", "epsilon_s", at{"m": 240, "accum": 1}, 2},
	})
	e, _ := Find("chen-satisfiability")
	for run, want := range map[int]string{0: "--draw uniform", 2: "--draw scores"} {
		if line, err := e.Runs[run].Line(t.Context(), bench(t.TempDir())); err != nil || !strings.Contains(line, want) {
			t.Errorf("run %d is %s, %v, want %s", run, line, err, want)
		}
	}
}

func TestChenReal(t *testing.T) {
	sizes := []float64{500, 1000, 2000}
	made := func(scale float64) []Row {
		columns := func(error, entries float64) map[string]func(float64) float64 {
			return map[string]func(float64) float64{"krr_error": constant(error), "entries": constant(entries * scale),
				"rmse_test": constant(5), "rmse_train": constant(5)}
		}
		rows := append(grid("gaussian-sketch", "n", sizes, columns(1, 100)),
			grid("sparse-projection", "n", sizes, columns(1.05, 50))...)
		rows = append(rows, grid("bless", "n", sizes, columns(1.5, 1))...)
		return append(rows, grid("accumulation", "n", sizes, columns(1, 5))...)
	}
	for _, name := range []string{"chen-figure-4-casp", "chen-figure-4-gas"} {
		turns(t, name, [][]Row{made(1)}, claim.Holds, []scaled{
			{0, "accumulation", "krr_error", nil, 3},
			{0, "bless", "krr_error", nil, 1.0 / 3},
			{0, "accumulation", "rmse_test", nil, 1.1},
			{0, "accumulation", "entries", nil, 3},
			{0, "sparse-projection", "entries", nil, 1.0 / 3},
		})
	}
	turns(t, "chen-figure-5", [][]Row{made(1), made(1)}, claim.Holds, []scaled{
		{0, "bless", "rmse_train", nil, 1.1},
		{1, "bless", "rmse_test", nil, 1.1},
		{0, "accumulation", "rmse_test", nil, 1.1},
	})
}
