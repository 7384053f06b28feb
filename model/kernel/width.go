package kernel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gramscope/model"
)

// Width is the scale of a kernel as it was asked for: a γ, a σ, or a rule by which σ follows
// from the distances of the points. A number does not replace the rule, which
// holds again after Unset. The zero Width is by the median distance.
type Width struct {
	rule   string     // one of WidthRules once it is checked; "" = median
	name   model.Name // of the number, γ or σ; "" without one
	number float64
}

// The rules: σ is the median or the mean distance.
const (
	Median = "median"
	Mean   = "mean"
)

// WidthRules returns the names of the rules.
func WidthRules() []string { return []string{Median, Mean} }

// WidthByRule returns a width without a number. Check refuses a rule that does not exist.
func WidthByRule(rule string) Width { return Width{rule: rule} }

// Rule returns the rule that counts where there is no number.
func (w Width) Rule() string { return cmp.Or(w.rule, Median) }

// RuleText returns the rule as it was given, "" where none was.
func (w Width) RuleText() string { return w.rule }

// With returns the width with γ or σ as its number, by the parameter's name; not ok if the parameter is another one.
func (w Width) With(name model.Name, v float64) (_ Width, ok bool) {
	if !model.IsWidth(name) {
		return w, false
	}
	return Width{rule: w.rule, name: name, number: v}, true
}

// WithGamma returns the width with γ as its number.
func (w Width) WithGamma(gamma float64) Width { return Width{w.rule, model.GammaName, gamma} }

// WithSigma returns the width with σ as its number.
func (w Width) WithSigma(sigma float64) Width { return Width{w.rule, model.SigmaName, sigma} }

// Unset returns the width without a number.
func (w Width) Unset() Width { return WidthByRule(w.rule) }

// IsByRule reports whether the width follows from distances.
func (w Width) IsByRule() bool { return w.name == "" }

// Number returns the number and the name of its parameter, γ or σ; not ok where none was given.
func (w Width) Number() (name model.Name, v float64, ok bool) { return w.name, w.number, w.name != "" }

// Gamma returns γ; NaN for a family without it, and where the rule needs distances that are not known.
func (w Width) Gamma(f Family, d Distances) float64 {
	switch {
	case !f.HasGamma():
		return math.NaN()
	case w.name == model.GammaName:
		return w.number
	}
	return f.GammaOf(w.Sigma(f, d))
}

// Sigma returns σ, NaN as Gamma does.
func (w Width) Sigma(f Family, d Distances) float64 {
	switch {
	case !f.HasGamma() || w.IsByRule() && !d.Known:
		return math.NaN()
	case w.name == model.SigmaName:
		return w.number
	case w.name == model.GammaName:
		return f.SigmaOf(w.number)
	case w.Rule() == Mean:
		return d.Mean
	}
	return d.Median
}

// Check returns an error for a rule that does not exist, and a *model.RangeError for a number
// out of its parameter's range.
func (w Width) Check() error {
	if !slices.Contains(WidthRules(), w.Rule()) {
		return fmt.Errorf("sigma %q is neither a number nor a rule", w.rule)
	}
	var err error
	switch w.name {
	case model.GammaName:
		_, err = model.Gamma(nil).Check(w.number)
	case model.SigmaName:
		_, err = model.Sigma(nil).Check(w.number)
	}
	return err
}

// String returns the width as one of its flags: gamma=0.5, sigma=median.
func (w Width) String() string {
	if name, v, ok := w.Number(); ok {
		return string(name) + "=" + strconv.FormatFloat(v, 'g', -1, 64)
	}
	return model.SigmaName + "=" + w.Rule()
}

// Distances are the median and the mean distance of points, see [DistancesOf].
type Distances struct {
	Known        bool
	Median, Mean float64
	MedianIsZero bool // Median is the mean in its place, or 1 if that is 0, too
}

// Fallback says what replaces a median distance of 0 if the width is by the median; otherwise it is "".
func (w Width) Fallback(d Distances) string {
	if !w.IsByRule() || w.Rule() != Median || !d.MedianIsZero {
		return ""
	}
	const text = "the median distance of the rows is 0, as most are equal: σ is the mean distance in its place, %.3g"
	return fmt.Sprintf(text, d.Median)
}
