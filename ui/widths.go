package ui

import (
	"gramscope/model/lab"
	"gramscope/ui/prompt"
)

// setWidths gives the features widths of their own, or takes these away.
func (m *explorer) setWidths(w prompt.Widths) {
	setting := m.Setting().Clone()
	var err error
	switch {
	case w.None:
		setting.JoinWidths()
	case w.Numbers == "":
		err = setting.SplitWidths(m.Widths())
	default:
		err = setting.SetWidths(w.Numbers)
	}
	if err != nil {
		m.Complain(err)
		return
	}
	m.change(func(s *lab.Setting) { *s = setting })
}
