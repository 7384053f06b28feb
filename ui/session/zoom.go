package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/ui/curve"
)

// Window is the part of a chart that is shown.
type Window struct {
	X Range `json:"x"`
	Y Range `json:"y"`
}

// Range is the part of an axis that is shown, as the list of its two ends, null for the whole axis.
type Range curve.Range

// ZoomOf returns the parts of charts that are shown, and false if all are shown whole.
func ZoomOf(charts []*curve.Axes) (list [2]Window, any bool) {
	for i, a := range charts {
		if a != nil && a.Zoom.On() {
			list[i], any = Window{Range(a.Zoom.X), Range(a.Zoom.Y)}, true
		}
	}
	return list, any
}

// Restore sets what is shown of a chart.
func (w Window) Restore(a *curve.Axes) { a.Zoom.X, a.Zoom.Y = curve.Range(w.X), curve.Range(w.Y) }

// CheckZoom returns a *Fault for a part that no axis can have, or of a screen that does not exist.
func (v View) CheckZoom(screens []string) error {
	for _, key := range slices.Sorted(maps.Keys(v.Zoom)) {
		if err := Check(Choice{Field: "zoom", Name: key, All: screens}); err != nil {
			return err
		}
		for i, w := range v.Zoom[key] {
			for k, r := range []Range{w.X, w.Y} {
				if r != (Range{}) && !r.valid() {
					return &Fault{fmt.Sprintf("zoom.%s.%d.%c", key, i+1, "xy"[k]), fmt.Sprintf("%s is no part of an axis", r.name()), rangeForm}
				}
			}
		}
	}
	return nil
}

const rangeForm = "give two numbers, the lower end first, as 10:100, or " + axisDefault + " for the whole axis"

func (r Range) valid() bool { return r.Lo < r.Hi && !math.IsInf(r.Lo, 0) && !math.IsInf(r.Hi, 0) }

// name returns the ends as text.
func (r Range) name() string {
	if r == (Range{}) {
		return axisDefault
	}
	return strconv.FormatFloat(r.Lo, 'g', -1, 64) + ":" + strconv.FormatFloat(r.Hi, 'g', -1, 64)
}

// set sets the ends by their text.
func (r *Range) set(text string) (problem, remedy string) {
	if text == axisDefault {
		*r = Range{}
		return "", ""
	}
	lo, hi, _ := strings.Cut(text, ":")
	var both Range
	var err, errHi error
	both.Lo, err = strconv.ParseFloat(lo, 64)
	both.Hi, errHi = strconv.ParseFloat(hi, 64)
	if err != nil || errHi != nil || !both.valid() {
		return fmt.Sprintf("%q is no part of an axis", text), rangeForm
	}
	*r = both
	return "", ""
}

// MarshalJSON writes the list or null.
func (r Range) MarshalJSON() ([]byte, error) {
	if r == (Range{}) {
		return []byte("null"), nil
	}
	return json.Marshal([2]float64{r.Lo, r.Hi})
}

// UnmarshalJSON reads the list or null.
func (r *Range) UnmarshalJSON(text []byte) error {
	var ends *[2]float64
	if err := json.Unmarshal(text, &ends); err != nil || ends == nil {
		return err
	}
	*r = Range{ends[0], ends[1]}
	return nil
}
