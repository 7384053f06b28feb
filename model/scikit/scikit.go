// Package scikit writes an experiment as a Python program for scikit-learn.
package scikit

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Program returns a Python program with NumPy and scikit-learn that cross-validates and fits the method of an
// experiment at its γ and μ on the same data, with other folds and random numbers. If Python can't read the data, the
// user has to fill them in. If scikit-learn lacks the method, the program uses its Nystroem and a comment says so; if
// it lacks the kernel, there is a comment only, which begins with NoProgram.
//
// scikit-learn's Ridge and KernelRidge take alpha = μ, its LogisticRegression and LinearSVC C = 1/μ.
func Program(spec sweep.Spec, folds int, source data.Source) string {
	function, gamma := scikitKernel(spec)
	if function == "" {
		return NoProgram + "scikit-learn's Nystroem has no kernel " + spec.Kernel + "; of gramscope's kernels it has rbf " +
			"(gaussian), laplacian, matern, poly and linear, and KernelRidge (exact) precomputed, too\n"
	}
	s := &snippet{spec: spec, gamma: python(gamma), kernel: function}
	switch rows := readable(source); {
	case rows == nil && spec.Kernel == kernel.Precomputed:
		s.line(FillIn + " of the matrix, n×n, and targets")
		if how := data.MatrixOf(source).Indefinite; how != "" {
			s.line("values, U = np.linalg.eigh(X)")
			s.line("X = U * %s @ U.T  # %s, as in gramscope", eigenvalues[how], how)
		}
	case rows == nil:
		s.line(FillIn+", n×%d, and targets", source.Dims())
	default:
		s.read(rows)
		if s.classifies() && !rows.isText(rows.coding.Target) {
			s.line("y = y.astype(str) if any(y %% 1) else y  # scikit-learn has no classes that are fractions")
		}
	}
	s.model()
	s.score(folds)
	return s.text()
}

// FillIn begins the line of a program that can't read the rows, NoProgram the comment that is in place of a program.
const FillIn, NoProgram = "X, y = ...  # fill in your rows", "# no program: "

// eigenvalues maps what is done to an indefinite matrix to its eigenvalues in Python.
var eigenvalues = map[string]string{
	data.Clip: "np.maximum(values, 0)", data.Flip: "np.abs(values)", data.Shift: "(values - min(values.min(), 0))",
}

// Has reports whether scikit-learn has the method of an experiment with its kernel, up to random draws.
func Has(spec sweep.Spec) bool {
	function, _ := scikitKernel(spec)
	switch spec.Methods[0] {
	case trial.Exact, "nystrom":
		return function != "" && spec.Values[model.TargetRankName] == 0
	case "fourier":
		return spec.Kernel == "gaussian" && spec.Values[model.FrequenciesName] == model.FrequenciesIID
	}
	return false
}

// scikitKernel returns the kernel as arguments for scikit-learn, "" if that lacks it, and γ, NaN if it has none.
func scikitKernel(spec sweep.Spec) (arguments string, gamma float64) {
	family, _ := kernel.Lookup(spec.Kernel)
	values := family.Member(spec.Values).Values
	gamma = spec.Width.Gamma(family, kernel.Distances{})
	switch g := python(gamma); spec.Kernel {
	case "gaussian":
		arguments = `kernel="rbf", gamma=` + g
	case "laplacian":
		arguments = `kernel="laplacian", gamma=` + g
	case "polynomial":
		degree, offset := python(values[kernel.DegreeName]), python(values[kernel.OffsetName])
		arguments = fmt.Sprintf(`kernel="poly", gamma=%s, degree=%s, coef0=%s`, g, degree, offset)
	case "linear":
		arguments = `kernel="linear"`
	case kernel.Precomputed:
		if spec.Methods[0] == trial.Exact {
			arguments = `kernel="precomputed"`
		}
	case "matern12", "matern32", "matern52":
		nu := map[string]string{"matern12": "0.5", "matern32": "1.5", "matern52": "2.5"}[spec.Kernel]
		arguments = fmt.Sprintf("kernel=Matern(length_scale=%s, nu=%s)", python(1/math.Sqrt(2*gamma)), nu)
	}
	return arguments, gamma
}

// snippet builds a Python program.
type snippet struct {
	spec   sweep.Spec
	kernel string // as arguments
	gamma  string // γ, None for a kernel without it
	lines  []string
}

func (s *snippet) line(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

// modules lists modules of scikit-learn, each with what programs take from it.
var modules = [][]string{
	{"sklearn.compose", "TransformedTargetRegressor"},
	{"sklearn.datasets", "load_svmlight_file"},
	{"sklearn.feature_selection", "VarianceThreshold"},
	{"sklearn.gaussian_process.kernels", "Matern"},
	{"sklearn.kernel_approximation", "Nystroem", "RBFSampler"},
	{"sklearn.kernel_ridge", "KernelRidge"},
	{"sklearn.linear_model", "LogisticRegression", "Ridge"},
	{"sklearn.model_selection", "KFold", "StratifiedKFold", "cross_val_predict", "cross_val_score"},
	{"sklearn.pipeline", "make_pipeline"},
	{"sklearn.preprocessing", "FunctionTransformer", "StandardScaler"},
	{"sklearn.svm", "LinearSVC"},
}

// text returns the program: imports of what the lines use, and the lines.
func (s *snippet) text() string {
	var imports []string
	code := strings.Join(s.lines, "\n")
	lacks := func(name string) bool { return !regexp.MustCompile(`\b` + name + `[.(]`).MatchString(code) }
	for _, module := range []string{"numpy as np", "pandas as pd"} {
		if !lacks(module[len(module)-2:]) {
			imports = append(imports, "import "+module)
		}
	}
	for _, module := range modules {
		if names := slices.DeleteFunc(slices.Clone(module[1:]), lacks); len(names) > 0 {
			imports = append(imports, "from "+module[0]+" import "+strings.Join(names, ", "))
		}
	}
	return strings.Join(append(imports, "", code, ""), "\n")
}

func (s *snippet) classifies() bool {
	return s.spec.Learner != "" && s.spec.Learner != trial.LearnRidge
}

// model writes the estimator.
func (s *snippet) model() {
	var steps []string
	spec := s.spec
	if spec.Standardize {
		if spec.Widths == "" {
			steps = append(steps, "VarianceThreshold()") // StandardScaler alone keeps constant columns, unscaled
		}
		steps = append(steps, "StandardScaler()")
	}
	if spec.Widths != "" {
		widths := strings.ReplaceAll(string(spec.Widths), ",", ", ")
		s.line("widths = [%s]  # one for each feature, as in RBF(length_scale=widths)", widths)
		steps = append(steps, `FunctionTransformer(np.dot, kw_args={"b": np.diag(1 / np.array(widths))})`)
	}
	mu := python(spec.Values[model.RidgeName])
	if spec.Methods[0] == trial.Exact {
		steps = append(steps, fmt.Sprintf("KernelRidge(alpha=%s, %s)", mu, s.kernel))
	} else {
		steps = append(steps, s.features(), s.learner(mu))
	}
	pipeline := fmt.Sprintf("make_pipeline(\n    %s,\n)", strings.Join(steps, ",\n    "))
	if spec.Kernel == kernel.Precomputed { // within TransformedTargetRegressor, folds are not drawn from columns
		s.line("y = y - y.mean()")
	}
	if spec.Kernel == kernel.Precomputed || s.classifies() {
		s.line("model = %s", pipeline)
		return
	}
	s.line("model = TransformedTargetRegressor(%s, transformer=StandardScaler(with_std=False))  # centres y", pipeline)
}

// features returns the transformer whose features approximate the kernel matrix.
func (s *snippet) features() string {
	spec := s.spec
	m := spec.Values.Of(model.Budget(nil), model.Budget(nil).Default)
	also := fmt.Sprintf("n_components=%s, random_state=%d", python(m), s.state())
	switch method := spec.Methods[0]; {
	case method == "fourier" && spec.Kernel == "gaussian":
		s.line("# RBFSampler has cosines with random phases where fourier has pairs of cosine and sine")
		if spec.Values[model.FrequenciesName] != model.FrequenciesIID {
			s.line("# and its frequencies are independent")
		}
		return fmt.Sprintf("RBFSampler(gamma=%s, %s)", s.gamma, also)
	case method != "nystrom":
		s.line("# scikit-learn has no %s: Nystroem, on landmarks drawn uniformly, is the nearest", method)
	case spec.Values[model.TargetRankName] > 0:
		s.line("# Nystroem does not truncate to a rank")
	}
	return fmt.Sprintf("Nystroem(%s, %s)", s.kernel, also)
}

// state returns the seed as scikit-learn takes it.
func (s *snippet) state() uint64 { return s.spec.Seed % (1 << 32) }

func (s *snippet) learner(mu string) string {
	switch s.spec.Learner {
	case "", trial.LearnRidge:
		return fmt.Sprintf("Ridge(alpha=%s, fit_intercept=False)", mu)
	case trial.LearnSVM:
		return fmt.Sprintf(`LinearSVC(C=1 / %s, loss="hinge", max_iter=100000)`, mu)
	default:
		return fmt.Sprintf(`LogisticRegression(C=1 / %s, max_iter=1000)`, mu)
	}
}

// score writes the lines that cross-validate and fit.
func (s *snippet) score(folds int) {
	split, loss, scores := "StratifiedKFold", "logloss", "-np.log(np.maximum(p[np.arange(len(y)), true], 1e-15))"
	switch s.spec.Learner {
	case trial.LearnLogistic: // the scoring neg_log_loss is nan if a fold lacks a class
	case trial.LearnSVM:
		loss, scores = "error_rate", `1 - cross_val_score(model, X, y, cv=cv, scoring="accuracy")`
	default:
		split, loss, scores = "KFold", "rmse", `-cross_val_score(model, X, y, cv=cv, scoring="neg_root_mean_squared_error")`
	}
	s.line("cv = %s(%d, shuffle=True, random_state=%d)", split, folds, s.state())
	if loss == "logloss" {
		s.line(`p = cross_val_predict(model, X, y, cv=cv, method="predict_proba")`)
		s.line("true = np.unique(y, return_inverse=True)[1]  # the classes as columns of p")
	}
	s.line("scores = %s", scores)
	s.line(`print(f"%s {scores.mean():.6g} ± {scores.std(ddof=1) / len(scores) ** 0.5:.2g}")`, loss)
	s.line("model.fit(X, y)")
}

// python formats a number so that Python reads the same value.
func python(v float64) string {
	if math.IsNaN(v) {
		return "None"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
