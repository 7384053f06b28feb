package ui

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/lab"
	"gramscope/ui/legible"
)

// sweepCommand are the arguments of the `gramscope sweep` that computes what the
// present screen's sweep does, without the program's name. Of the flags' defaults
// those that depend on nothing but the data and the program are left out. An
// error says why there is no such command now.
func (m *explorer) sweepCommand() ([]string, error) {
	s, axis := m.Setting.Runnable(), m.Swept()
	s.Methods = m.Setting.Active(m.Methods)
	p, known := sweep.Parameter(sweep.Parameters(m.Methods), axis.Name)
	switch {
	case len(s.Methods) == 0:
		return nil, errors.New("no method runs, and so there is no command: choose one in the table")
	case known && len(axis.Values) == 0:
		return nil, fmt.Errorf("%s is being taken from the data: one moment", axis.Name)
	}
	source := m.Setting.Store.Source()
	args := []string{"sweep", "--methods", strings.Join(s.Methods, ",")}
	add := func(flag, value string) { args = append(args, "--"+flag, value) }
	if known {
		add("over", axis.Name+"="+listText(p, axis.Values))
	}
	swept := func(name string) bool {
		width := axis.Name == "gamma" || axis.Name == "sigma"
		return name == axis.Name || width && (name == "gamma" || name == "sigma")
	}
	if s.Kernel != "gaussian" {
		add("kernel", s.Kernel)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if q, ok := sweep.Parameter(sweep.Parameters(m.Methods), name); ok && !swept(name) {
			add(name, q.Format(s.Values[name]))
		}
	}
	_, gamma := s.Values["gamma"]
	_, sigma := s.Values["sigma"]
	byRule := m.Setting.Family().HasParam("gamma") && !gamma && !sigma && !swept("gamma")
	switch g := m.Setting.Gamma(m.Widths()); {
	case byRule && swept("n"): // the distances of the present n rows, which the command does not see
		if math.IsNaN(g) {
			return nil, errors.New("γ is being taken from the data: one moment")
		}
		add("gamma", strconv.FormatFloat(g, 'g', -1, 64))
	case byRule && s.Width != "median":
		add("sigma", s.Width)
	}
	usual := sweep.DefaultSpec(sweep.UsualRows(source.Rows(), s.Test, sweep.DefaultRows))
	if s.N != usual.N && !swept("n") {
		add("n", strconv.Itoa(s.N))
	}
	if s.Test != lab.UsualTest(source) {
		add("test", strconv.FormatFloat(s.Test, 'g', -1, 64))
	}
	if s.Standardize != !source.Raw() {
		args = append(args, "--standardize="+strconv.FormatBool(s.Standardize))
	}
	for _, number := range []struct {
		flag       string
		now, usual int64
	}{{"reps", int64(s.Reps), int64(usual.Reps)}, {"seed", int64(s.Seed), int64(usual.Seed)},
		{"exact-limit", int64(s.ExactLimit), int64(usual.ExactLimit)}, {"max-memory", s.MaxMemory, usual.MaxMemory}} {
		if number.now != number.usual {
			add(number.flag, strconv.FormatInt(number.now, 10))
		}
	}
	if s.Learner != "" {
		add("learner", s.Learner)
	}
	if s.Solver != "" {
		add("solver", s.Solver)
	}
	if more := m.Out.Wants.Without(sweep.DefaultFigures(s.N)...); len(more) > 0 {
		add("figures", strings.Join(sweep.DefaultFigures(s.N).With(more...).Names(), ","))
	}
	return append(args, m.dataArguments(source)...), nil
}

// dataArguments name the data and what was chosen of them. A file that looks like
// a flag or like a built-in set gets its folder.
func (m *explorer) dataArguments(source data.Source) (args []string) {
	file, ok := source.(*data.File)
	if !ok {
		return []string{source.Name()}
	}
	path, choice := file.Origin()
	if choice.Target != "" {
		args = append(args, "--target", choice.Target)
	}
	if len(choice.Columns) > 0 {
		args = append(args, "--columns", strings.Join(choice.Columns, ","))
	}
	if len(choice.Categorical) > 0 {
		args = append(args, "--categorical", strings.Join(choice.Categorical, ","))
	}
	if choice.DropMissing {
		args = append(args, "--drop-missing")
	}
	if header := m.loading.Header; header != "" && header != data.HeaderAuto {
		args = append(args, "--header", string(header))
	}
	builtIn := slices.ContainsFunc(data.Generators(), func(g data.Generator) bool { return g.Name() == path })
	if builtIn || path != "-" && strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return append(args, path)
}

// listText writes the values of a swept parameter as the command line reads them:
// as a range where they are one.
func listText(p model.Param, values []float64) string {
	lo, hi := values[0], values[len(values)-1]
	evenly := p.Choices == nil && len(values) > 2 && lo < hi && (p.Scale != model.Log || lo > 0)
	for count := len(values); evenly && count <= 3*len(values); count++ { // rounding may have made some values one
		if slices.Equal(p.Spaced(lo, hi, count), values) {
			return fmt.Sprintf("%s..%s:%d", p.Format(lo), p.Format(hi), count)
		}
	}
	var list []string
	for _, v := range values {
		if !math.IsNaN(v) {
			list = append(list, p.Format(v))
		}
	}
	return strings.Join(list, ",")
}

// copyCommand hands the equivalent command to the terminal's clipboard, and shows
// it, since not every terminal takes it.
func (m *explorer) copyCommand() tea.Cmd {
	args, err := m.sweepCommand()
	if err != nil {
		m.Complain(err)
		return nil
	}
	line := legible.Shell(append([]string{"gramscope"}, args...)...)
	m.dialog = dialog{stage: showing, title: "the same without a screen, copied if the terminal allows it", text: line}
	out := m.output
	return func() tea.Msg {
		if out != nil { // the terminal's own writes hold a lock, so that these bytes stay together
			_, _ = io.WriteString(out, clipboard(line)) // a terminal that takes no bytes shows nothing either
		}
		return nil
	}
}

// clipboard is the sequence OSC 52, which asks a terminal to take text into its
// clipboard.
func clipboard(text string) string {
	return "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
}
