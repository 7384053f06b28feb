package command_test

import (
	"slices"
	"strings"
	"testing"

	"gramscope/model/sweep"
)

func TestDiagnosticsFlag(t *testing.T) {
	const line = "sweep --methods best,nystrom,bka --m 10 --n 60 --workers 1 "
	without := rowsOf(t, line)
	for i, row := range rowsOf(t, line+"--diagnostics") {
		if number(t, row, "d_max") < number(t, row, "d_eff") || row["gamma_ok"] != "true" && row["gamma_ok"] != "false" {
			t.Errorf("%s: d_max %s, d_eff %s, gamma_ok %s", row["method"], row["d_max"], row["d_eff"], row["gamma_ok"])
		}
		if row["method"] == "best" && number(t, row, "subspace_dist") > 1e-4 {
			t.Errorf("the best approximation is %s away from its subspace", row["subspace_dist"])
		}
		for name, cell := range row {
			added := slices.Contains(sweep.NamesFor(sweep.FigureDiagnostics), name)
			before, was := without[i][name]
			if added == was || was && cell != before && name != "seconds" {
				t.Errorf("column %s: %q with diagnostics, %q without", name, cell, before)
			}
			if strings.Contains(cell, "NaN") {
				t.Errorf("column %s: %s", name, cell)
			}
		}
	}
}
