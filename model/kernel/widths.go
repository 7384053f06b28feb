package kernel

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Widths are widths ℓ of the features, one for each: feature j is divided by ℓⱼ before a kernel sees it, so that
// the Gaussian with σ = 1 is exp(−½Σⱼ((xⱼ−yⱼ)/ℓⱼ)²). A feature with a large width hardly counts. The zero value
// leaves the features as they are.
//
// Widths are one text of numbers separated by commas, so that they can be compared; ParseWidths and
// WidthsOf return them.
type Widths string

// Least and largest width of a feature.
const (
	LeastWidth   = 1e-12
	LargestWidth = 1e12
)

// ParseWidths reads numbers from LeastWidth to LargestWidth, separated by commas, blanks or line ends.
func ParseWidths(text string) (Widths, error) {
	var numbers []float64
	for i, field := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n;", r) }) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return "", fmt.Errorf("number %d: %.40q is not a number", i+1, field)
		}
		if !(v >= LeastWidth && v <= LargestWidth) {
			return "", fmt.Errorf("number %d: %g is not in [%g, %g]", i+1, v, float64(LeastWidth), float64(LargestWidth))
		}
		numbers = append(numbers, v)
	}
	if numbers == nil {
		return "", errors.New("there are no numbers")
	}
	return WidthsOf(numbers), nil
}

// WidthsOf returns the given widths. It panics if one of them is not positive and finite.
func WidthsOf(numbers []float64) Widths {
	var texts []string
	for _, v := range numbers {
		if !(v > 0) || math.IsInf(v, 1) {
			panic(fmt.Sprintf("kernel: a width of %v", v))
		}
		texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return Widths(strings.Join(texts, ","))
}

// UnmarshalText reads what a file holds; the error is that of ParseWidths.
func (w *Widths) UnmarshalText(text []byte) (err error) {
	*w = ""
	if len(text) > 0 {
		*w, err = ParseWidths(string(text))
	}
	return err
}

// Numbers returns the widths as numbers, nil for the zero value. It panics for a text that does not come from
// ParseWidths or WidthsOf.
func (w Widths) Numbers() []float64 {
	if w == "" {
		return nil
	}
	var numbers []float64
	for field := range strings.SplitSeq(string(w), ",") {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			panic("kernel: widths that were not checked: " + string(w))
		}
		numbers = append(numbers, v)
	}
	return numbers
}

// CheckWidths returns an error if the family takes no widths, or if there are not d of them. The zero value suits all.
func (f Family) CheckWidths(w Widths, d int) error {
	switch count := len(w.Numbers()); {
	case w == "":
		return nil
	case !f.TakesWidths():
		return errors.New("widths need a kernel of the features' differences, such as gaussian, not " + f.Name)
	case count != d:
		return MiscountedWidths(count, d)
	}
	return nil
}

// MiscountedWidths returns the error of count widths for d features.
func MiscountedWidths(count, d int) error { return fmt.Errorf("%d widths for %d features", count, d) }

// TakesWidths reports whether the features may have widths of their own: whether the kernel is a function of
// their differences, and these have no period.
func (f Family) TakesWidths() bool { return !f.OnCircle && !f.Geometry.DiagonalVaries() }
