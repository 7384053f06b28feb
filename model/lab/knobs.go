package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// DefaultReps is the number of repetitions in the explorer: enough for a standard error.
const DefaultReps = 3

// DataKnobs returns the knobs of the data set, the seed, the repetitions and the choice of the kernel.
// They are not parameters of kernels or methods. The kernels are those for points, or the one for a matrix, as the
// source has them; all if it is nil.
func DataKnobs(source data.Source) []model.Param {
	names, most := kernelsFor(source), float64(len(kernelsFor(source))-1)
	return []model.Param{
		{Name: "set", Symbol: "set", Group: model.GroupData, Doc: "data set: enter or d chooses another"},
		{Name: "seed", Symbol: "seed", Group: model.GroupData, Doc: "seed of every random choice",
			Min: 0, Max: 1 << 52, Default: 1, Integer: true},
		{Name: "reps", Symbol: "reps", Group: model.GroupData, Doc: "repetitions, each on rows drawn anew",
			Min: 1, Max: 1e4, Default: DefaultReps, Scale: model.Log, Integer: true},
		{Name: "kernel", Symbol: "kernel", Group: model.GroupKernel, Doc: "kernel", Choices: names, Max: most},
	}
}

// kernelsFor returns the names of the kernels that suit a source.
func kernelsFor(source data.Source) (names []string) {
	for _, f := range kernel.Families() {
		if source == nil || sweep.CheckMatrix(f, source) == nil {
			names = append(names, f.Name)
		}
	}
	return names
}

// Knobs returns the parameters of the kernel, those that methods share, and those of the methods that run.
func (l live) Knobs() []model.Param {
	s, methods, source := l.b.Setting, l.b.Methods, l.b.Setting.Store.Source()
	var list []model.Param
	widths := s.namedWidths()
	all := slices.Concat(DataKnobs(source), sweep.Parameters(methods), widths[:min(len(widths), mostWidthKnobs)])
	for _, k := range all {
		if rows := source.Rows(); k.Name == model.TrainRowsName && rows > 0 {
			training := sweep.UsualRows(rows, s.Spec.Test, rows)
			k.Doc += fmt.Sprintf("; %s has %d: type %d to take all", source.Name(), rows, training)
			if s.Spec.Test > 0 {
				k.Doc += fmt.Sprintf(" but the %s for tests", number.Percent(s.Spec.Test))
			}
		}
		switch {
		case k.Group == model.GroupKernel && !s.Uses(nil, k.Name):
		case (k.Group == model.GroupMethod || k.Name == model.ToleranceName) && !s.Uses(methods, k.Name):
		default:
			list = append(list, k)
		}
	}
	order := []model.Name{ // as in the tables of results
		"set", model.TrainRowsName, "seed", "reps",
		model.BudgetName, model.AccumulationsName, model.ClustersName, model.TargetRankName,
	}
	groups := model.Groups()
	slices.SortStableFunc(list, func(a, b model.Param) int {
		byGroup := slices.Index(groups, a.Group) - slices.Index(groups, b.Group)
		return cmp.Or(byGroup, slices.Index(order, a.Name)-slices.Index(order, b.Name))
	})
	return list
}

func (l live) Idle(k model.Param) bool {
	return !l.b.Setting.Uses(l.b.Methods, k.Name) && !slices.Contains(l.b.Need.Moving, k.Name)
}

func (l live) Explain(k model.Param) string {
	switch {
	case l.b.Setting.Uses(l.b.Methods, k.Name):
		return ""
	case slices.Contains(l.b.Need.Moving, k.Name):
		return fmt.Sprintf("%s moves the line in the right chart; no chosen method uses it (%s)", k.Symbol, k.Doc)
	}
	return fmt.Sprintf("%s: no chosen method uses it (%s)", k.Symbol, k.Doc)
}

// KnobText returns the value of a knob, or … while it is being computed from the data. The value of a
// formula follows =.
func (l live) KnobText(k model.Param) string {
	s := l.b.Setting
	if k.Name == "set" {
		return s.Store.Source().Name()
	}
	v := s.Value(k)
	switch {
	case math.IsNaN(v):
		return "…"
	case !s.Condition(k.Name).IsZero():
		return strings.NewReplacer("<=", "≤", ">=", "≥").Replace(s.Condition(k.Name).String())
	case s.Spec.Formula(k.Name) != "":
		return "= " + KnobText(k, v)
	}
	return KnobText(k, v)
}

// KnobText formats a parameter's value for the panel of knobs.
func KnobText(p model.Param, v float64) string {
	if p.Choices != nil {
		return p.Format(v)
	}
	return number.Short(v)
}
