package ui

import (
	"testing"

	"gramscope/model"
	"gramscope/model/sweep"
)

// CopiedCommand is for a test that runs the command, whose package imports this
// one: the arguments that `c` copies after act, the methods, and the rows on screen.
func CopiedCommand(t *testing.T, act string) (args []string, methods []model.Method, rows []sweep.Result) {
	t.Helper()
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	switch act {
	case "turned":
		m.change(func(s *setting) {
			s.spec.Values["gamma"], s.spec.Seed, s.spec.Test = 7.25, 9, 0.4
			s.spec.Methods = []string{"eager", "plain"}
		})
		m.panel.chosen = "m"
		press(m, "left")
	case "over σ":
		m.change(func(s *setting) { s.spec.Width, s.spec.Standardize = "mean", true })
		settle(t, m)
		m.change(func(*setting) { m.sweepOver("sigma") })
	case "over n":
		m.change(func(s *setting) {
			s.spec.Width = "mean"
			s.spec.Kernel = "laplacian"
			s.spec.Methods = []string{"plain"}
		})
		m.change(func(*setting) { m.sweepOver("n") })
	case "polynomial":
		m.change(func(s *setting) {
			s.spec.Kernel, s.spec.Methods, s.spec.ExactLimit = "polynomial", []string{"plain"}, 30
			s.spec.Values["degree"] = 3
		})
	}
	settle(t, m)
	args, err := m.sweepCommand()
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range m.methods {
		for _, point := range m.out.grid[method.Name] {
			rows = append(rows, point...)
		}
	}
	return args, m.methods, rows
}
