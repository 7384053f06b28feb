package ui

import (
	"context"
	"testing"

	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen/regression"
)

// CopiedCommand is for a test that runs the command, whose package imports this
// one: the arguments that `c` copies after act, the methods, and the rows on screen.
func CopiedCommand(t *testing.T, act string) (args []string, methods []model.Method, rows []sweep.Result) {
	t.Helper()
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	switch act {
	case "turned":
		m.change(func(s *lab.Setting) {
			s.Spec.Width, s.Spec.Seed, s.Spec.Test = s.Spec.Width.WithGamma(7.25), 9, 0.4
			s.Spec.Methods = []string{"eager", "plain"}
		})
		m.panel.Chosen = "m"
		press(m, "left")
	case "over σ":
		m.change(func(s *lab.Setting) { s.Spec.Width, s.Spec.Standardize = kernel.WidthByRule(kernel.Mean), true })
		settle(t, m)
		m.chooseAxis("sigma")
	case "over n":
		m.change(func(s *lab.Setting) {
			s.Spec.Width = kernel.WidthByRule(kernel.Mean)
			s.Spec.Kernel = "laplacian"
			s.Spec.Methods = []string{"plain"}
		})
		m.chooseAxis("n")
	case "polynomial":
		m.change(func(s *lab.Setting) {
			s.Spec.Kernel, s.Spec.Methods, s.Spec.ExactLimit = "polynomial", []string{"plain"}, 30
			s.Spec.Values["degree"] = 3
		})
	}
	settle(t, m)
	args, err := flagtext.Present(&m.State, m.loading.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	return args, m.Methods, m.Rows()
}

// Searched is likewise for a search on screen 6: the methods, and its choice.
func Searched(t *testing.T) (methods []model.Method, choice regression.Tried) {
	t.Helper()
	m := newToy(t, "braille", "none", 100, 30)
	m.change(func(s *lab.Setting) {
		s.Spec.Seed, s.Spec.Test, s.Spec.Methods = 9, 0.4, []string{"eager", "plain"}
		s.Spec.Values["zeal"], s.Spec.Values["mu"] = 5, 7
	})
	m.Init()
	var found regression.Answer
	launch := m.Launch
	m.Launch = func(kind job.Kind, work job.Work) {
		launch(kind, func(ctx context.Context, post func(any)) error {
			return work(ctx, func(body any) {
				if a, is := body.(regression.Answer); is {
					found = a
				}
				post(body)
			})
		})
	}
	press(m, ":", "search 2m", "enter")
	settle(t, m)
	return m.Methods, found.Tried[found.Choice]
}
