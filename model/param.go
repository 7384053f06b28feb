package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Scale is the spacing of a parameter's values: in steps of its knob, and in a list lo..hi:count.
type Scale int

const (
	Linear Scale = iota
	Log
)

// Param describes one parameter, and binds it to the variable that holds its value, as flag.Float64Var does. Flags,
// knobs, CSV columns, help and the README's table are made from it. Parameters with the same meaning have the same name
// in every method; descriptors that several methods share are in parameters.go.
type Param struct {
	Name   Name   // flag, CSV column and JSON key use it; a dash in flags is an underscore in columns
	Symbol string // what screens show: γ, m, μ
	Doc    string // one line, without a full stop
	Group  string // heading on the panel: KERNEL, BUDGET, RIDGE

	Min, Max, Default float64 // inclusive range; NaN default: derived from the data or another parameter
	Scale             Scale
	Integer           bool
	Choices           []string // if not nil, the value is an index into it

	// Tacit leaves the parameter out of the key that names a fit and seeds its random draws.
	// It is set if the present values of a fitter give this one no effect, or if it has the
	// value that methods used before the parameter was introduced.
	Tacit bool

	Int  *int     // bound variable of an Integer or a choice
	Real *float64 // bound variable otherwise
}

// The groups of parameters.
const (
	GroupData   = "DATA"
	GroupKernel = "KERNEL"
	GroupBudget = "BUDGET"
	GroupRidge  = "RIDGE"
	GroupMethod = "METHOD"
)

// Groups returns the groups in the order in which they are shown.
func Groups() []string {
	return []string{GroupData, GroupKernel, GroupBudget, GroupRidge, GroupMethod}
}

// Value returns the value of the bound variable. It panics if there is none, as Set does.
func (p Param) Value() float64 {
	if p.Int != nil {
		return float64(*p.Int)
	}
	return *p.Real
}

// Set writes the bound variable. v outside the range is a *RangeError, and
// nothing is written; a fraction for an integer is rounded half up.
func (p Param) Set(v float64) error {
	v, err := p.Check(v)
	if err != nil {
		return err
	}
	if p.Int != nil {
		*p.Int = int(v)
	} else {
		*p.Real = v
	}
	return nil
}

// Check returns v as the parameter would hold it (integers rounded half up),
// or a *RangeError if v lies outside the range or is not a number.
func (p Param) Check(v float64) (float64, error) {
	if p.Integer || p.Choices != nil {
		v = math.Floor(v + 0.5)
	}
	if !(v >= p.Min && v <= p.Max) {
		return 0, &RangeError{Name: p.Name, Value: v, Min: p.Min, Max: p.Max}
	}
	return v, nil
}

// Parse reads the value from text: a number, or one of the choices.
func (p Param) Parse(s string) (float64, error) {
	if p.Choices != nil {
		i := slices.Index(p.Choices, s)
		if i < 0 {
			return 0, fmt.Errorf("%s: %q is not one of %v", p.Name, s, p.Choices)
		}
		return float64(i), nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %q is not a number", p.Name, s)
	}
	return p.Check(v)
}

// Format writes a value in its shortest form that reads back the same, and a choice by its name.
func (p Param) Format(v float64) string {
	if i := int(v); p.Choices != nil && i >= 0 && i < len(p.Choices) {
		return p.Choices[i]
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Step moves v by steps of the parameter's own scale: ×1.25 a step on a log scale, 1 for an integer on a linear scale,
// a twentieth of the range otherwise; big steps are ten times as large (×10 on a log scale). The result is clamped to
// the range; clamped reports whether it had to be.
func (p Param) Step(v float64, steps int, big bool) (next float64, clamped bool) {
	switch {
	case p.Choices != nil:
		next = v + float64(steps)
	case p.Scale == Log:
		factor := 1.25
		if big {
			factor = 10
		}
		next = v * math.Pow(factor, float64(steps))
		if p.Integer {
			next = math.Floor(next + 0.5)
			if next == v { // ×1.25 may round a small integer back to itself
				next = v + float64(steps)
			}
		}
	default:
		size := 1.0
		if !p.Integer {
			size = (p.Max - p.Min) / 20
		}
		if big {
			size *= 10
		}
		next = v + float64(steps)*size
	}
	return max(p.Min, min(p.Max, next)), next < p.Min || next > p.Max
}

// Spaced returns count values from lo to hi, evenly spaced on the parameter's scale, ends exact; integers are rounded
// half up and duplicates dropped. lo ≤ hi, lo > 0 on a log scale and count ≥ 1 are required.
func (p Param) Spaced(lo, hi float64, count int) []float64 {
	if count < 1 || !(lo <= hi) || (p.Scale == Log && lo <= 0) {
		panic(fmt.Sprintf("model: Spaced(%v, %v, %d) of %s", lo, hi, count, p.Name))
	}
	var out []float64
	for i := range count {
		t := float64(i) / float64(max(1, count-1))
		v := lo + t*(hi-lo)
		if p.Scale == Log {
			v = lo * math.Pow(hi/lo, t)
		}
		if i == count-1 {
			v = hi
		}
		if p.Integer {
			v = math.Floor(v + 0.5)
		}
		out = append(out, v)
	}
	return slices.Compact(out)
}

// RangeError says that a value lies outside its parameter's range.
type RangeError struct {
	Name            Name
	Value, Min, Max float64
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("%s = %v is outside [%v, %v]", e.Name, e.Value, e.Min, e.Max)
}

// Name says which parameter is meant. It is also the text of its flag and of its knob.
type Name string

// XName is the name of the descriptor X, which several methods share. Names of parameters of one method are in
// parameters.go, or beside the method.
const (
	TrainRowsName     = "n"
	BudgetName        = "m"
	AccumulationsName = "accum"
	ClustersName      = "clusters"
	TargetRankName    = "rank"
	RidgeName         = "mu"
	ScoreRidgeName    = "score-ridge"
	ToleranceName     = "tolerance"
	EpsilonName       = "epsilon"
	QBarName          = "qbar"
	OversamplingName  = "rho"
	SizeRuleName      = "budget"
	GammaName         = "gamma"
	SigmaName         = "sigma"
)

// Column returns the name as columns of results and formulas have it.
func (n Name) Column() string { return strings.ReplaceAll(string(n), "-", "_") }

// IsWidth reports whether a parameter is the kernel's width: γ and σ are two names of it.
func IsWidth(name Name) bool { return name == GammaName || name == SigmaName }

// Values holds values of parameters by name. Those that are not named have their defaults.
type Values map[Name]float64

// Of returns the value of a parameter, or otherwise if it has none.
func (v Values) Of(p Param, otherwise float64) float64 {
	if value, ok := v[p.Name]; ok {
		return value
	}
	return otherwise
}
