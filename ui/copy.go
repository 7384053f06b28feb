package ui

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/sweep"
	"gramscope/ui/flagtext"
	"gramscope/ui/legible"
)

// sweepCommand are the arguments of the `gramscope sweep` that computes what the
// present screen's sweep does, without the program's name. Of the flags' defaults
// those that depend on nothing but the data and the program are left out. An
// error says why there is no such command now.
func (m *explorer) sweepCommand() ([]string, error) {
	s, axis := m.Setting.Runnable(), m.Swept()
	s.Methods = m.Setting.Active(m.Methods)
	_, known := sweep.Parameter(sweep.Parameters(m.Methods), axis.Name)
	switch {
	case len(s.Methods) == 0:
		return nil, errors.New("no method runs, and so there is no command: choose one in the table")
	case known && len(axis.Values) == 0:
		return nil, fmt.Errorf("%s is being taken from the data: one moment", axis.Name)
	}
	s.Over = nil
	if known {
		s.Over = []sweep.Axis{{Name: axis.Name, Values: axis.Values}}
	}
	_, gamma := s.Values["gamma"]
	_, sigma := s.Values["sigma"]
	if axis.Name == "n" && m.Setting.Family().HasParam("gamma") && !gamma && !sigma { // the distances of the present n rows, which the command does not see
		g := m.Setting.Gamma(m.Widths())
		if math.IsNaN(g) {
			return nil, errors.New("γ is being taken from the data: one moment")
		}
		s.Values["gamma"] = g
	}
	s.Figures = nil
	if more := m.Out.Wants.Without(sweep.DefaultFigures(s.N)...); len(more) > 0 {
		s.Figures = sweep.DefaultFigures(s.N).With(more...)
	}
	return flagtext.Sweep(s, sweep.Parameters(m.Methods), flagtext.Rows{Source: m.Setting.Store.Source(), Header: m.loading.Header}), nil
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
	m.dialog = dialog{stage: showing, title: "this sweep as a command, copied if the terminal allows it", text: line}
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
