package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// widthPrefix begins the names of the knobs for the widths of single features, width1, width2 and so on.
const widthPrefix = "width"

// mostWidthKnobs is how many features have a knob in the panel. The command line sets the others.
const mostWidthKnobs = 12

// mostSymbol is the number of characters of a feature's name in the panel of knobs, where bars stand beside it.
const mostSymbol = 7

// FeatureWidths returns the parameters of the features' widths, one for each feature; nil if the features have no
// widths of their own. Their names do not depend on the data.
func FeatureWidths(w kernel.Widths) (list []model.Param) {
	for j := range w.Numbers() {
		list = append(list, model.Param{
			Name: model.Name(widthPrefix + strconv.Itoa(j+1)), Symbol: "ℓ" + strconv.Itoa(j+1), Group: model.GroupKernel,
			Doc: fmt.Sprintf("width of feature %d; the feature is divided by it", j+1),
			Min: kernel.LeastWidth, Max: kernel.LargestWidth, Default: 1, Scale: model.Log,
		})
	}
	return list
}

// namedWidths returns FeatureWidths with the names of the features, where the data have them.
func (s Setting) namedWidths() []model.Param {
	list := FeatureWidths(s.Spec.Widths)
	coded, ok := s.Store.Source().(interface{ Coding() (data.Coding, error) })
	if !ok || list == nil {
		return list
	}
	coding, err := coded.Coding()
	if err != nil || len(coding.Features()) != len(list) {
		return list
	}
	for j, name := range coding.Features() {
		short := name
		if runes := []rune(name); len(runes) > mostSymbol {
			short = string(runes[:mostSymbol-1]) + "…"
		}
		list[j].Symbol = "ℓ(" + short + ")"
		list[j].Doc = fmt.Sprintf("width of the feature %s; the feature is divided by it", name)
	}
	return list
}

// FeatureOf returns the index of the feature whose width has the name.
func (s Setting) FeatureOf(name model.Name) (j int, ok bool) {
	digits, ok := strings.CutPrefix(string(name), widthPrefix)
	if !ok {
		return 0, false
	}
	j, _ = strconv.Atoi(digits)
	return j - 1, j >= 1 && j <= len(s.Spec.Widths.Numbers())
}

// Relevance returns how relevant the feature is to which a knob belongs: its inverse width, as a share of the largest.
func (s Setting) Relevance(name model.Name) (share float64, ok bool) {
	j, ok := s.FeatureOf(name)
	if !ok {
		return 0, false
	}
	numbers := s.Spec.Widths.Numbers()
	return slices.Min(numbers) / numbers[j], true
}

// SplitWidths gives each feature a width of its own, at first the kernel's σ, and sets σ to 1, so that the kernel
// matrix does not change, unless σ is not known yet. The error says why the features can't have widths.
func (s *Setting) SplitWidths() error {
	sigma := s.Sigma()
	if !(sigma > 0) {
		sigma = 1 // the distances are not known yet
	}
	return s.SetWidths(kernel.WidthsOf(slices.Repeat([]float64{sigma}, s.Store.Source().Dims())))
}

// SetWidths sets the widths of all features, and σ to 1.
func (s *Setting) SetWidths(w kernel.Widths) error {
	if err := sweep.CheckWidths(s.Family(), w, s.Store.Source().Dims()); err != nil {
		return err
	}
	s.Spec.Widths, s.Spec.Width = w, s.Spec.Width.WithSigma(1)
	return nil
}

// JoinWidths takes the features' widths away; σ again follows from the distances.
func (s *Setting) JoinWidths() {
	s.Spec.Widths, s.Spec.Width = "", s.Spec.Width.Unset()
}
