package lab

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// DataKnobs are those that are no parameters of kernels and methods.
func DataKnobs() []model.Param {
	names := kernel.Names()
	return []model.Param{
		{Name: "set", Symbol: "set", Group: model.GroupData, Doc: "data set: enter or d chooses another"},
		{Name: "seed", Symbol: "seed", Group: model.GroupData, Doc: "seed of every random choice", Min: 0, Max: 1 << 52, Default: 1, Integer: true},
		{Name: "kernel", Symbol: "kernel", Group: model.GroupKernel, Doc: "kernel", Choices: names, Max: float64(len(names) - 1)},
	}
}

// Knobs are those that suit what is shown: of a setting parameters of the kernel only
// if it has them, those that methods share always, and a method's own where it runs; of
// files what they have values of.
func (b *Bench) Knobs() []model.Param {
	var list []model.Param
	if b.Recorded != nil {
		for i := range b.Recorded.Knobs {
			list = append(list, b.Recorded.Knobs[i].Param)
		}
		return list
	}
	s := b.Setting
	all := append(DataKnobs(), sweep.Parameters(b.Methods)...)
	for _, group := range model.Groups() {
		for _, k := range all {
			switch {
			case k.Group != group:
			case group == model.GroupKernel && !s.Uses(nil, k.Name):
			case (group == model.GroupMethod || k.Name == model.ToleranceName) && !s.Uses(b.Methods, k.Name):
			default:
				list = append(list, k)
			}
		}
	}
	order := []model.Name{"set", model.TrainRowsName, "seed", model.BudgetName, model.AccumulationsName, model.ClustersName, model.TargetRankName} // as in the tables of results
	slices.SortStableFunc(list, func(a, b model.Param) int {
		i, j := slices.Index(order, a.Name), slices.Index(order, b.Name)
		if a.Group != b.Group || i < 0 || j < 0 {
			return 0
		}
		return i - j
	})
	return list
}

// Idle tells whether nothing that is shown depends on a knob.
func (b *Bench) Idle(k model.Param) bool {
	if b.Recorded != nil {
		return !b.Recorded.Find(k.Name).Varies()
	}
	return !b.Setting.Uses(b.Methods, k.Name) && !slices.Contains(b.Need.Moving, k.Name)
}

// Text is what a knob shows: … while its value is being taken from the data, and after
// = one that follows from others.
func (b *Bench) Text(k model.Param) string {
	if b.Recorded != nil {
		return b.Recorded.Text(k.Name)
	}
	if k.Name == "set" {
		return b.Setting.Store.Source().Name()
	}
	v := b.Setting.Value(k, b.Widths())
	if math.IsNaN(v) {
		return "…"
	}
	if b.Setting.Spec.Formula(k.Name) != "" {
		return "= " + KnobText(k, v)
	}
	return KnobText(k, v)
}
