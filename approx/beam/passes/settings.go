package passes

import (
	"cmp"
	"flag"
	"math"
	"slices"
	"strings"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Settings are the values of the command's flags; see Flags. They are sent to the workers as JSON.
type Settings struct {
	Input, Output, Report, Bad string
	Landmarks, LandmarksOut    string
	Overwrite                  bool

	Header string
	Choice data.Choice
	MaxBad int

	Spec   sweep.Spec // kernel, parameters, rows held out, seed, learner
	Method string     // "" = disqueak, or given if there are landmarks
	Passes int        // maximum passes of logistic regression

	widths map[model.Name]bool // γ and σ, those that were given
}

// The methods that select landmarks, by their names in approx.Methods.
const (
	disqueak = "disqueak"
	uniform  = "nystrom"
	given    = "given"
)

// Flags defines the flags and returns the settings, which are valid once the flags are parsed. Flags that
// `gramscope fit` has too have the same meaning.
func Flags(f *flag.FlagSet) *Settings {
	s := &Settings{Spec: sweep.DefaultSpec(0), widths: map[model.Name]bool{}}
	s.Spec.Standardize, s.Spec.Test = true, 0.1
	names := func(to *[]string) func(string) error {
		return func(text string) error {
			*to = append(*to, strings.Split(text, ",")...)
			return nil
		}
	}
	f.StringVar(&s.Input, "input", "", "parts of the data, CSV or gzip-compressed CSV, as a pattern: 'part-*.csv.gz'")
	f.StringVar(&s.Output, "output", "", "new file for the model, which gramscope predict reads")
	f.BoolVar(&s.Overwrite, "force", false, "replace files that are there already")
	f.StringVar(&s.Report, "report", "", "file to write figures to, as JSON: rows, errors, dictionary")
	f.StringVar(&s.Bad, "bad", "", "file for places of bad rows, one a line with the reason, also if they stop the run")
	f.IntVar(&s.MaxBad, "max-bad", 0, "bad rows to leave out at most; of a row over several lines each line counts")
	f.StringVar(&s.Landmarks, "landmarks", "", "take these landmarks: a CSV file as --landmarks-out writes it")
	f.StringVar(&s.LandmarksOut, "landmarks-out", "", "file to write the landmarks to, as CSV in the units of the data")
	f.StringVar(&s.Choice.Target, "target", "",
		"column to learn, by name or number from 1 (default: the last); text is classes")
	f.Func("columns", "features to keep, or with a leading - to drop: a,b or -id", names(&s.Choice.Columns))
	f.Func("categorical", "columns of numbers to treat as text, that is, as categories", names(&s.Choice.Categorical))
	f.BoolVar(&s.Choice.DropMissing, "drop-missing", false, "leave out rows with missing values, which otherwise are bad")
	f.StringVar(&s.Header, "header", string(data.HeaderAuto), "whether a part's first line holds names: auto, yes, no")
	f.BoolVar(&s.Spec.Standardize, "standardize", true, "scale every feature to mean 0 and standard deviation 1")
	f.Float64Var(&s.Spec.Test, "test", s.Spec.Test, "fraction of rows held out, in [0, 1), by a hash of the row")
	f.StringVar(&s.Spec.Kernel, "kernel", s.Spec.Kernel, "kernel function: "+strings.Join(kernel.Names(), ", "))
	f.StringVar(&s.Method, "method", "",
		"disqueak, nystrom (uniform landmarks) or given (by --landmarks) (default: given with --landmarks, else disqueak)")
	f.StringVar(&s.Spec.Learner, "learner", "",
		"ridge or logistic (default: ridge for numbers, logistic for text; to name it makes the pipeline shorter)")
	f.IntVar(&s.Passes, "passes", 20, "passes over the rows that logistic regression may take")
	f.Uint64Var(&s.Spec.Seed, "seed", s.Spec.Seed, "seed of all random choices")
	own := []model.Name{model.BudgetName, model.RidgeName, model.ScoreRidgeName, model.EpsilonName, model.QBarName}
	for _, p := range sweep.Parameters(approx.Methods()) {
		if p.Group != model.GroupKernel && !slices.Contains(own, p.Name) {
			continue
		}
		doc := p.Doc
		if !math.IsNaN(p.Default) {
			doc += " (default " + p.Format(p.Default) + ")"
		}
		f.Func(string(p.Name), doc, func(text string) error {
			if model.IsWidth(p.Name) {
				s.widths[p.Name] = true
			}
			return s.Spec.Set(p, text)
		})
	}
	return s
}

// check checks what depends on the command line alone. rest are the arguments from the first that is not a
// flag on, which package flag does not read. The error is a *UsageError.
func (s *Settings) check(rest []string) error {
	_, known := kernel.Lookup(s.Spec.Kernel)
	switch {
	case len(rest) > 0:
		return misused("%q is neither a flag nor the value of one; put a pattern in quotes: --input 'part-*.csv.gz'", rest[0])
	case s.Input == "":
		return misused("no data: name the parts with --input 'part-*.csv.gz'")
	case s.Output == "":
		return misused("no file to write the model to: name one with --output model.json")
	case !known:
		return misused("--kernel %s: want one of %s", s.Spec.Kernel, strings.Join(kernel.Names(), ", "))
	case len(s.widths) > 1:
		return misused("--gamma and --sigma are both given, and set the same width; give one of them")
	case !slices.Contains([]string{disqueak, uniform, given}, s.selection()):
		return misused("--method %s: want %s, %s or %s", s.Method, disqueak, uniform, given)
	case (s.selection() == given) != (s.Landmarks != ""):
		return misused("--method %s and --landmarks %q: the file is for the method %s", s.selection(), s.Landmarks, given)
	case !slices.Contains([]string{"", trial.LearnRidge, trial.LearnLogistic}, s.Spec.Learner):
		return misused("--learner %s: want ridge or logistic, which go by sums over rows", s.Spec.Learner)
	case !slices.Contains([]data.Header{data.HeaderAuto, data.HeaderYes, data.HeaderNo}, data.Header(s.Header)):
		return misused("--header %s: want auto, yes or no", s.Header)
	case !(s.Spec.Test >= 0 && s.Spec.Test < 1):
		return misused("--test %v: want a fraction from 0 on and below 1", s.Spec.Test)
	case s.MaxBad < 0 || s.Passes < 1:
		return misused("--max-bad %d, --passes %d: want at least 0 and 1", s.MaxBad, s.Passes)
	}
	return nil
}

// selection returns the name of the method.
func (s *Settings) selection() string {
	if s.Landmarks != "" {
		return cmp.Or(s.Method, given)
	}
	return cmp.Or(s.Method, disqueak)
}

// question returns the question about the kernel and the method. The distances are for a width by rule.
func (s *Settings) question(distances kernel.Distances) trial.Question {
	all := approx.Methods()
	method := all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == s.selection() })]
	return trial.Question{Family: s.family(), Distances: distances, Assignment: s.Spec.Assignment, Method: method}
}

// setting returns the values of all parameters of the method.
func (s *Settings) setting() trial.Setting { return s.question(kernel.Distances{}).Resolve() }

// mu returns the ridge of the regression.
func (s *Settings) mu() float64 { return s.setting().Mu }

// budget returns the maximum number of landmarks.
func (s *Settings) budget() int { return int(s.setting().Params[model.BudgetName]) }

func (s *Settings) disqueak() *approx.Disqueak { return s.setting().Fitter().(*approx.Disqueak) }

func (s *Settings) family() kernel.Family {
	family, _ := kernel.Lookup(s.Spec.Kernel)
	return family
}

// kernel returns the kernel with the values that fixKernel has checked.
func (s *Settings) kernel(values kernel.Values) model.Kernel {
	k, err := s.family().Kernel(values)
	if err != nil {
		panic("beam: " + err.Error())
	}
	return k
}

// sampleSize returns the number of rows in the sample, from which distances are computed and with which the
// dictionary is filled up.
func (s *Settings) sampleSize() int { return max(1000, 8*s.budget()) }

// listed returns how many bad rows are listed.
func (s *Settings) listed() int {
	if s.Bad == "" {
		return 1
	}
	return max(1000, s.MaxBad)
}
