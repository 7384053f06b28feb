package passes

import (
	"flag"
	"fmt"
	"math"
	"strings"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
)

// Settings are what the flags of the command say; see there. They travel to the workers as JSON.
type Settings struct {
	Input, Output, Report, Bad string
	Landmarks, LandmarksOut    string
	Overwrite                  bool
	Target, Columns, Header    string
	Standardize                bool
	Test                       float64 // fraction of rows held out
	MaxBad                     int
	Kernel                     string
	Gamma                      float64 // 0: of the median distance
	M, QBar                    int
	Mu, ScoreRidge, Epsilon    float64
	Seed                       uint64
}

// Flags defines the flags and gives what they set, once they are parsed.
func Flags(f *flag.FlagSet) *Settings {
	s := &Settings{}
	f.StringVar(&s.Input, "input", "", "parts of the data, CSV or gzip-compressed CSV, as a pattern: 'part-*.csv.gz'")
	f.StringVar(&s.Output, "output", "", "file to write the model to, which gramscope predict reads")
	f.BoolVar(&s.Overwrite, "force", false, "replace the model where there is one")
	f.StringVar(&s.Report, "report", "", "file to write figures to, as JSON: rows, errors, dictionary")
	f.StringVar(&s.Bad, "bad", "", "file to write the places of bad rows to, one a line, with the reason")
	f.IntVar(&s.MaxBad, "max-bad", 0, "how many bad rows may be left out; more are an error")
	f.StringVar(&s.Landmarks, "landmarks", "", "take these landmarks and leave the dictionary out: a CSV file as --landmarks-out writes it")
	f.StringVar(&s.LandmarksOut, "landmarks-out", "", "file to write the landmarks to, as CSV in the units of the data")
	f.StringVar(&s.Target, "target", "", "column to learn, by name or by number from 1 (default: the last)")
	f.StringVar(&s.Columns, "columns", "", "features to keep, or with a leading - to drop: a,b or -id")
	f.StringVar(&s.Header, "header", string(data.HeaderAuto), "whether the first line of each part holds names: auto, yes, no")
	f.BoolVar(&s.Standardize, "standardize", true, "scale every feature to mean 0 and standard deviation 1")
	f.Float64Var(&s.Test, "test", 0.1, "fraction of rows held out, in [0, 1); a hash of the row decides which")
	f.StringVar(&s.Kernel, "kernel", "gaussian", "kernel function: "+strings.Join(kernels(), ", "))
	f.Float64Var(&s.Gamma, "gamma", 0, "scale of the kernel (default: of the median distance of 1000 rows)")
	f.IntVar(&s.M, "m", 100, "landmarks at most")
	f.Float64Var(&s.Mu, "mu", 1e-2, "ridge μ > 0 of the regression, in the sum form K+μI")
	f.Float64Var(&s.ScoreRidge, "score-ridge", 0, "ridge of the leverage scores (default: μ)")
	f.Float64Var(&s.Epsilon, "epsilon", 0.5, "accuracy of the dictionary, in (0, 1)")
	f.IntVar(&s.QBar, "qbar", 20, "copies of a point, ≥ 1")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of all random choices")
	return s
}

// kernels are those with no parameter but γ.
func kernels() (names []string) {
	for _, f := range kernel.Families() {
		if len(f.Uses) == 1 && f.Uses[0] == "gamma" {
			names = append(names, f.Name)
		}
	}
	return names
}

// check refuses what can be told from the flags alone.
func (s *Settings) check() error {
	if s.ScoreRidge == 0 {
		s.ScoreRidge = s.Mu
	}
	family, known := kernel.Lookup(s.Kernel)
	positive := func(v float64) bool { return v > 0 && !math.IsInf(v, 0) }
	switch {
	case s.Input == "":
		return fmt.Errorf("no data: name the parts with --input 'part-*.csv.gz'")
	case s.Output == "":
		return fmt.Errorf("no file to write the model to: name one with --output model.json")
	case !known || len(family.Uses) != 1 || family.Uses[0] != "gamma":
		return fmt.Errorf("--kernel %s: want one of %s", s.Kernel, strings.Join(kernels(), ", "))
	case s.Header != string(data.HeaderAuto) && s.Header != string(data.HeaderYes) && s.Header != string(data.HeaderNo):
		return fmt.Errorf("--header %s: want auto, yes or no", s.Header)
	case !(s.Gamma >= 0) || math.IsInf(s.Gamma, 0):
		return fmt.Errorf("--gamma %v: want a number above 0, or 0 for the median distance", s.Gamma)
	case !positive(s.Mu):
		return fmt.Errorf("--mu %v: want a number above 0", s.Mu)
	case !positive(s.ScoreRidge):
		return fmt.Errorf("--score-ridge %v: want a number above 0", s.ScoreRidge)
	case !(s.Epsilon > 0 && s.Epsilon < 1):
		return fmt.Errorf("--epsilon %v: want a number above 0 and below 1", s.Epsilon)
	case !(s.Test >= 0 && s.Test < 1):
		return fmt.Errorf("--test %v: want a fraction from 0 on and below 1", s.Test)
	case s.M < 1 || s.QBar < 1 || s.MaxBad < 0:
		return fmt.Errorf("--m %d, --qbar %d, --max-bad %d: want at least 1, 1 and 0", s.M, s.QBar, s.MaxBad)
	}
	return nil
}

func (s *Settings) choice() data.Choice {
	c := data.Choice{Target: s.Target}
	if s.Columns != "" {
		c.Columns = strings.Split(s.Columns, ",")
	}
	return c
}

func (s *Settings) disqueak() *approx.Disqueak {
	return &approx.Disqueak{M: s.M, Ridge: s.ScoreRidge, Epsilon: s.Epsilon, QBar: s.QBar, Budget: model.SizeByBudget}
}

// sampleSize is how many rows the median distance is taken of, and the candidates that fill the
// dictionary up.
func (s *Settings) sampleSize() int { return max(1000, 8*s.M) }
