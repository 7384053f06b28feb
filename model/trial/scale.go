package trial

import (
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/kernel"
)

// Scale says how the features of drawn rows are scaled before a kernel sees them: first standardised, then divided
// by their widths.
type Scale struct {
	Standardize bool          `json:"standardize"`
	Widths      kernel.Widths `json:"widths,omitempty"` // one for each feature; empty for none
}

// of returns the scaling of the features by the mean and the standard deviation of train, with warnings about them; nil
// if the features stay as they are. It is a *kernel.WidthsError if there is another number of widths than of features.
func (s Scale) of(train *data.Set) (*data.Scaling, []remedy.Note, error) {
	if s == (Scale{}) {
		return nil, nil, nil
	}
	_, d := train.X.Dims()
	widths := s.Widths.Numbers()
	if widths != nil && len(widths) != d {
		return nil, nil, kernel.MiscountedWidths(len(widths), d)
	}
	scaling := data.Scaling{Mean: make([]float64, d), Deviation: slices.Repeat([]float64{1}, d)}
	var warnings []remedy.Note
	if s.Standardize {
		scaling, warnings = data.NewScaling(train)
	}
	for j, width := range widths {
		scaling.Deviation[j] *= width
	}
	return &scaling, warnings, nil
}
