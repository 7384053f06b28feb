package lab

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/model"
	"gramscope/model/sweep"
)

// chosen returns the indices of the rows at the values of all knobs except the swept one. The
// knob turned last comes first, and the others follow in their order. If no row has a knob's value together
// with the values of the knobs before it, chosen turns the knob to a value that some row has.
func (r *recorded) chosen(axis model.Name) []int {
	rows := make([]int, len(r.results.Rows))
	for i := range rows {
		rows[i] = i
	}
	for _, k := range r.free(axis) {
		have := make([]bool, len(k.Choices))
		for _, i := range rows {
			if k.of[i] >= 0 {
				have[k.of[i]] = true
			}
		}
		if first := slices.Index(have, true); !have[k.at] && first >= 0 {
			k.at = first
		}
		rows = slices.DeleteFunc(rows, func(i int) bool { return k.of[i] >= 0 && k.of[i] != k.at })
	}
	return rows
}

// free returns the knobs that select rows: all that vary except the swept one and those that are
// tied to it. The knob turned last comes first.
func (r *recorded) free(axis model.Name) []*recordedKnob {
	list := slices.DeleteFunc(slices.Clone(r.knobs), func(k *recordedKnob) bool {
		return k.Name == axis || !k.varies() || r.tied(k, axis)
	})
	slices.SortStableFunc(list, func(a, b *recordedKnob) int {
		switch r.turned {
		case a.Name:
			return -1
		case b.Name:
			return 1
		}
		return 0
	})
	return list
}

// settle turns the knobs to the values at which the files have most values of the swept
// parameter, unless they have at least two at the knobs' present values.
func (r *recorded) settle(axis model.Name) {
	swept, free := r.knob(axis), r.free(axis)
	if len(swept.among(r.chosen(axis))) > 1 {
		return
	}
	groups := make([]string, len(r.results.Rows)) // by the values of the knobs
	values := map[string]map[int]bool{}           // of the swept parameter, by group
	best := 0
	for i := range groups {
		groups[i] = key(i, free)
		if values[groups[i]] == nil {
			values[groups[i]] = map[int]bool{}
		}
		if v := swept.of[i]; v >= 0 {
			values[groups[i]][v] = true
		}
	}
	for i, group := range groups {
		if len(values[group]) > len(values[groups[best]]) {
			best = i
		}
	}
	for _, k := range free {
		if v := k.of[best]; v >= 0 {
			k.at = v
		}
	}
}

// key identifies the values of some knobs in a row.
func key(row int, knobs []*recordedKnob) string {
	var key []byte
	for _, k := range knobs {
		key = binary.AppendVarint(key, int64(k.of[row]))
	}
	return string(key)
}

// among returns the values of the column in some rows, ascending.
func (k *recordedKnob) among(rows []int) (values []float64) {
	for _, i := range rows {
		if k.of[i] >= 0 {
			values = append(values, k.numbers[k.of[i]])
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// Facets returns the knobs that have several values in the files, which are their choices, and one in the chart. Of
// knobs that vary together, such as γ and σ, it returns the first.
func (b *Bench) Facets() (list []model.Param) {
	r := b.producer.(*recorded)
	for _, k := range r.free(b.Setting.Axis.Name) {
		if !slices.ContainsFunc(list, func(p model.Param) bool { return r.tied(k, p.Name) }) {
			list = append(list, k.Param)
		}
	}
	return list
}

// Tied returns the parameters that change with the swept one and are none of the Facets.
func (b *Bench) Tied() (names []string) {
	r, axis := b.producer.(*recorded), b.Setting.Axis.Name
	for _, k := range r.knobs {
		if k.varies() && r.tied(k, axis) && !sweep.SameParameter(k.Name, axis) && k.Name != model.ScoreRidgeName {
			names = append(names, string(k.Name))
		}
	}
	return names
}

// Remarks are the notes about files, and which parameters are Tied.
func (b *Bench) Remarks() []string {
	list := slices.Clone(b.producer.(*recorded).results.Notes)
	if names := b.Tied(); names != nil {
		list = append(list, fmt.Sprintf("changes with %s: %s", b.Setting.Axis.Name, strings.Join(names, ", ")))
	}
	return list
}

// Where keeps the rows whose column has a value, and the rows without any, whose methods lack the parameter. It returns
// the values of the column that occur, as files have them, and reports whether the value is one of these. If not, the
// rows stay.
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
