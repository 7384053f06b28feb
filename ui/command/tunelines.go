package command

import (
	"bytes"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

// isGzip reports whether a file begins as compressed ones do.
func isGzip(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 2)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("\x1f\x8b"))
}

// short rounds ascending values to four digits, the digits with which settings are printed, so
// that the printed values are those of the search. If two values would become equal, short
// returns the values unrounded.
func short(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
		if i > 0 && out[i] == out[i-1] {
			return values
		}
	}
	return out
}

// sweepLine returns the sweep command with a cell's settings. For exact regression it names
// nystrom, since every row has a column with the exact error.
func (a *answer) sweepLine(c tune.Cell) string {
	remark := ""
	if c.Method == tune.Exact {
		c.Method = "nystrom"
		remark = "# the column rmse_test_exact has the error of exact regression:\n"
	}
	return remark + line(flagtext.Sweep(a.spec(c), sweep.Parameters(a.settings.methods), a.rowsOf(c)))
}

// fitLine returns the fit command that saves the regression of a cell.
func (a *answer) fitLine(c tune.Cell) string {
	return line(flagtext.Fit(a.spec(c), sweep.Parameters(a.settings.methods), a.rowsOf(c), "model.json"))
}

func line(args []string) string { return legible.Shell(append([]string{"gramscope"}, args...)...) }

func (a *answer) rowsOf(c tune.Cell) flagtext.Rows {
	return flagtext.Rows{Source: a.source, Header: data.Header(a.settings.loader.header), Landmarked: slices.Contains(takers(a.settings.methods), c.Method)}
}

// spec returns the experiment of a cell. Its values are γ, μ, and the parameters that the
// method or the kernel uses and that differ from the default.
func (a *answer) spec(c tune.Cell) sweep.Spec {
	p := a.plan
	s := sweep.DefaultSpec(p.Spec.N)
	s.Methods, s.Kernel, s.Learner = []string{c.Method}, p.Spec.Kernel, p.Learner
	s.Test, s.Standardize, s.Seed = p.Spec.Test, p.Spec.Standardize, p.Spec.Seed
	s.ExactLimit, s.MaxMemory = p.Spec.ExactLimit, p.Spec.MaxMemory
	for _, q := range sweep.Parameters(a.settings.methods) {
		if v, ok := p.Spec.Values[q.Name]; ok && v != q.Default && a.uses(c.Method, q.Name) {
			s.Values[q.Name] = v
		}
	}
	if gamma := p.Gammas[c.Gamma]; !math.IsNaN(gamma) {
		s.Width = s.Width.WithGamma(gamma)
	}
	s.Values[model.RidgeName] = p.Mus[c.Mu]
	return s
}

// uses reports whether the method or the kernel has a parameter.
func (a *answer) uses(method string, parameter model.Name) bool {
	if family, _ := kernel.Lookup(a.plan.Spec.Kernel); family.HasParam(parameter) {
		return true
	}
	i := slices.IndexFunc(a.settings.methods, func(m model.Method) bool { return m.Name == method })
	return i >= 0 && a.settings.methods[i].Uses(parameter)
}
