package ui

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/lab"
	"gramscope/model/scikit"
	"gramscope/model/trial"
	"gramscope/model/tune"
	"gramscope/ui/widget"
)

// askCopy offers what can be copied.
func (m *explorer) askCopy() {
	items := []widget.Item{
		{Name: "sweep", Note: "the command that computes these results"},
		{Name: "fit", Note: "the command that saves the regression of the method pointed at, at the present setting"},
		{Name: "tune", Note: "the command that searches γ and μ for the methods that run"},
		{Name: "scikit-learn", Note: "a Python program with the method pointed at, at the present setting"},
		{Name: "explorer", Note: "a line that opens the explorer in this state, to send to others"},
	}
	m.choose(widget.NewMenu("copy", items, ""), func(name string) { m.after = m.copy(name) })
}

// takeEntry takes the entry of the menu that is pointed at.
func (m *explorer) takeEntry() (cmd tea.Cmd) {
	if !m.menu.Open {
		return m.carryOut(m.chooser.Pick())
	}
	m.menu.Pick()
	cmd, m.after = m.after, nil
	return cmd
}

// copy hands a text that askCopy offers by name to the terminal's clipboard, and shows the text, since some terminals
// have no clipboard. A command is one line in the clipboard, and several on screen.
func (m *explorer) copy(name string) tea.Cmd {
	var args []string
	var text string
	var err error
	switch dialect := m.loading.Dialect; name {
	case "sweep":
		args, err = flagtext.Present(&m.State, dialect)
	case "fit":
		args, err = flagtext.PresentFit(&m.State, dialect)
	case "tune":
		args, err = flagtext.PresentTune(&m.State, dialect)
	case "scikit-learn":
		text, err = program(&m.State)
	case "explorer":
		args, text, err = m.sessionLine()
	}
	if err != nil {
		m.Complain(err)
		return nil
	}
	var words []string
	if args != nil {
		for _, arg := range append([]string{"gramscope"}, args...) {
			words = append(words, legible.Shell(arg))
		}
		text = strings.Join(words, " ")
	}
	m.openPage(copied{name + ", copied if the terminal allows it", text, words})
	out := m.output
	return func() tea.Msg {
		if out != nil { // a write to out holds a lock, so that these bytes stay together
			_, _ = io.WriteString(out, ansi.SetSystemClipboard(text)) // the renderer reports the same error
		}
		return nil
	}
}

// sessionLine returns the arguments that open the explorer in the present state, or a line with the whole session if
// the arguments would be too long.
func (m *explorer) sessionLine() (args []string, text string, err error) {
	s := m.session()
	if s.Data.File == "-" {
		return nil, "", errors.New("no line can name data from standard input: w writes the session to a file")
	}
	if m.arguments != nil {
		args = m.arguments(s, m.Setting.Store.Source())
	}
	if args == nil {
		text, err = s.Line()
		text = "echo " + text + " | gramscope --session -"
	}
	return args, text, err
}

// program returns the Python program of the method pointed at, at the present setting.
func program(b *lab.State) (string, error) {
	s, source := b.Setting, b.Setting.Store.Source()
	gamma := s.Gamma()
	switch {
	case !source.HasTarget():
		return "", fmt.Errorf("the program learns a target, and %s has none", source.Name())
	case s.Family().HasGamma() && math.IsNaN(gamma):
		return "", errors.New("γ is being taken from the data: one moment")
	}
	run, method := s.Runnable(), b.Methods[b.Pointed].Name
	m := s.Value(model.Budget(nil))
	if c := s.Condition(model.BudgetName); !c.IsZero() { // take the m found on the first draw of the rows
		rows := b.Outcome.Now(method)
		if len(rows) == 0 || rows[0].Failure != "" {
			return "", fmt.Errorf("m follows from %s, and %s has found none yet", c, method)
		}
		m = rows[0].Params[model.BudgetName]
	}
	run.Values[model.BudgetName] = m
	run.Methods, run.Width = []string{method}, run.Width.WithGamma(gamma)
	run.Values[model.RidgeName] = s.Value(model.Ridge(nil))
	if run.Learner == "" && s.Classifies() {
		run.Learner = trial.LearnLogistic
	}
	return strings.TrimRight(scikit.Program(run, tune.DefaultSpec(run.N).Folds, source), "\n"), nil
}
