package lab

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// recordedOutcome is what the charts show at the knobs' values.
func (b *Bench) recordedOutcome() *Outcome {
	r, axis := b.Recorded, b.Setting.Axis.Name
	k, s := r.Find(axis), r.Selection(axis)
	now, there := slices.BinarySearch(s.values, k.numbers[k.at])
	if !there {
		now, k.at = 0, slices.Index(k.numbers, s.values[0])
	}
	b.followRecorded()
	o := newOutcome(b.Setting.Clone(), b.Clock())
	o.Axis = sweep.Axis{Name: axis, Values: s.values}
	o.Done, o.Total, o.rows, o.Finished = len(s.Rows), len(s.Rows), true, true
	best := Column("error_best")
	for _, name := range b.Setting.Spec.Methods {
		points := s.points[name]
		if points == nil { // none at these settings
			points = make([][]sweep.Result, len(s.values))
		}
		o.Grid[name], o.Now[name] = points, points[now]
		if v, _ := Mean(points[now], best); !math.IsNaN(v) {
			o.Best[name] = []float64{v}
		}
	}
	o.Floor, o.Fixed = s.floor, true
	return o
}

// followRecorded writes the knobs' values into the setting, from which the chart
// takes where it stands.
func (b *Bench) followRecorded() {
	s := &b.Setting.Spec
	s.Values = map[string]float64{}
	for i := range b.Recorded.Knobs {
		k := &b.Recorded.Knobs[i]
		switch {
		case k.numbers == nil || k.Name == "sigma" && b.Setting.Axis.Name != "sigma" || k.Name == "gamma" && b.Setting.Axis.Name == "sigma":
		case k.Name == "n":
			s.N = int(k.numbers[k.at])
		default:
			s.Values[k.Name] = k.numbers[k.at]
		}
	}
}

// turnRecorded chooses another of the values that there are.
func (b *Bench) turnRecorded(param model.Param, steps int) {
	k := b.Recorded.Find(param.Name)
	switch {
	case !k.Varies():
		b.Tell(fmt.Sprintf("%s is %s in all rows: results of files do not turn", k.Symbol, b.Recorded.Text(k.Name)))
		return
	case b.Recorded.tied(k, b.Setting.Axis.Name):
		b.Tell(fmt.Sprintf("%s goes with %s, which the chart is over", k.Symbol, b.AxisParam().Symbol))
		return
	}
	next := min(max(k.at+steps, 0), len(k.Choices)-1)
	if next == k.at {
		b.Tell(fmt.Sprintf("%s stops at %s, the last in these results", k.Symbol, b.Recorded.Text(k.Name)))
		return
	}
	k.at, b.Recorded.turned, b.stale = next, k.Name, true
}

// SweepRecorded chooses another swept parameter, with the knobs where the files have
// most of its values.
func (b *Bench) SweepRecorded(name string) {
	b.Setting.Axis, b.Old, b.stale = sweep.Axis{Name: name}, nil, true
	b.Recorded.Settle(name)
}

// tickRecorded shows a method's rows, or hides them.
func (b *Bench) tickRecorded(name string) {
	list := slices.Clone(b.Setting.Spec.Methods)
	if at := slices.Index(list, name); at >= 0 {
		list = slices.Delete(list, at, at+1)
	} else {
		list = append(list, name)
	}
	b.Setting.Spec.Methods, b.stale = list, true
}

// WhyNothingRecorded stands in the chart where no row has the figure: why the runs
// failed, if all did.
func (b *Bench) WhyNothingRecorded() string {
	runs, why := 0, ""
	for _, name := range b.Setting.Spec.Methods {
		for _, rows := range b.Out.Grid[name] {
			reason := Failure(rows)
			if len(rows) > 0 && reason == "" {
				return "no row of a ticked method has this figure at these settings"
			}
			if why == "" && reason != "" {
				why = name + ": " + reason
			}
			runs += len(rows)
		}
	}
	if why == "" {
		return "no row of a ticked method is there at these settings"
	}
	return fmt.Sprintf("all %d runs failed at these settings, the first with %s", runs, why)
}
