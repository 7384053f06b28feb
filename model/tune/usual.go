package tune

import (
	"math"
	"slices"
	"strconv"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/trial"
)

// UsualTime is the limit of time of a search for which none was chosen.
const UsualTime = 25 * time.Second

// SearchedMethods returns the names of the methods that [PrepareSearch] takes for a spec that names none. Exact
// regression is among them, although a target of classes leaves it out.
func SearchedMethods(spec SearchSpec, methods []model.Method, source data.Source) []string {
	spec.Methods = nil
	names, _ := searchMethods(spec, slices.Concat(methods, []model.Method{trial.ExactMethod(math.MaxInt)}), source)
	return names
}

// Short rounds ascending values to four digits, the digits with which settings are printed, so
// that the printed values are those of the search. If two values would become equal, Short
// returns the values unrounded.
func Short(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
		if i > 0 && out[i] == out[i-1] {
			return values
		}
	}
	return out
}
