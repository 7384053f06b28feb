package lab

import (
	"slices"
	"strconv"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Facets returns the knobs that have several values in the files, which are their choices, and one in the chart. Of
// those that vary together, such as γ and σ, it returns the first. It returns nil for a bench that computes.
func (b *Bench) Facets() (list []model.Param) {
	r, ok := b.producer.(*recorded)
	if !ok {
		return nil
	}
	for _, k := range r.free(b.setting.Axis.Name) {
		if !slices.ContainsFunc(list, func(p model.Param) bool { return r.tied(k, p.Name) }) {
			list = append(list, k.Param)
		}
	}
	return list
}

// Where keeps the rows whose column has a value, and those that have none in it because their method does not have that
// parameter. It returns the values of the column that occur, as files have them, and reports whether the value is among
// them. If it is not, the rows stay.
func (c *Recorded) Where(column, value string) (values []string, found bool) {
	k := newKnob(c.Rows, model.Param{}, column)
	at := slices.Index(k.Choices, value)
	if v, err := strconv.ParseFloat(value, 64); at < 0 && err == nil {
		at = slices.Index(k.numbers, v)
	}
	if at < 0 {
		return k.Choices, false
	}
	var rows []sweep.Result
	for i := range c.Rows {
		if k.of[i] < 0 || k.of[i] == at {
			rows = append(rows, c.Rows[i])
		}
	}
	c.Rows = rows
	return k.Choices, true
}
