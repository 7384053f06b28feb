// Package scikit writes an experiment as a Python program for scikit-learn.
package scikit

import (
	"fmt"
	"maps"
	"math"
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
// it lacks the kernel, the program is a comment only.
//
// scikit-learn's Ridge and KernelRidge take alpha = μ, its LogisticRegression and LinearSVC C = 1/μ.
func Program(spec sweep.Spec, folds int, source data.Source, rows *Reading) string {
	function := scikitKernel(spec)
	if function == "" {
		if spec.Kernel == kernel.Precomputed {
			return "# scikit-learn's KernelRidge reads a matrix as kernel=\"precomputed\": all of it; its Nystroem has no landmarks of one\n"
		}
		return fmt.Sprintf("# scikit-learn's Nystroem and KernelRidge have no kernel %s; of gramscope's kernels they have rbf (gaussian), laplacian, matern, poly and linear\n", spec.Kernel)
	}
	s := &snippet{modules: map[string][]string{}}
	if strings.Contains(function, "Matern(") {
		s.from("sklearn.gaussian_process.kernels", "Matern")
	}
	s.from("sklearn.pipeline", "make_pipeline")
	if rows == nil {
		s.line("X, y = ...  # fill in your rows, n×%d, and targets", source.Dims())
	} else {
		s.read(rows, spec)
	}
	s.model(spec, function)
	s.score(spec, folds)
	return s.text()
}

// Has reports whether scikit-learn has the method of an experiment, up to random draws.
func Has(spec sweep.Spec) bool {
	switch spec.Methods[0] {
	case trial.Exact, "nystrom":
		return spec.Values[model.TargetRankName] == 0
	case "fourier":
		return spec.Kernel == "gaussian" && spec.Values[model.FrequenciesName] == model.FrequenciesIID
	}
	return false
}

// scikitKernel returns the kernel as arguments for scikit-learn, "" if that lacks it.
func scikitKernel(spec sweep.Spec) string {
	family, _ := kernel.Lookup(spec.Kernel)
	values, gamma := family.Member(spec.Values).Values, gammaOf(spec)
	switch g := python(gamma); spec.Kernel {
	case "gaussian":
		return `kernel="rbf", gamma=` + g
	case "laplacian":
		return `kernel="laplacian", gamma=` + g
	case "polynomial":
		return fmt.Sprintf(`kernel="poly", gamma=%s, degree=%s, coef0=%s`, g, python(values[kernel.DegreeName]), python(values[kernel.OffsetName]))
	case "linear":
		return `kernel="linear"`
	case "matern12", "matern32", "matern52":
		nu := map[string]string{"matern12": "0.5", "matern32": "1.5", "matern52": "2.5"}[spec.Kernel]
		return fmt.Sprintf("kernel=Matern(length_scale=%s, nu=%s)", python(1/math.Sqrt(2*gamma)), nu)
	}
	return ""
}

// gammaOf returns the γ of an experiment, NaN for a kernel without.
func gammaOf(spec sweep.Spec) float64 {
	family, _ := kernel.Lookup(spec.Kernel)
	if !family.HasGamma() {
		return math.NaN()
	}
	return spec.Width.Gamma(family, kernel.Distances{})
}

// isRidge reports whether the target is learned as a number.
func isRidge(spec sweep.Spec) bool { return spec.Learner == "" || spec.Learner == trial.LearnRidge }

// snippet builds a Python program.
type snippet struct {
	modules map[string][]string // by module the names imported from it; nil for the module itself
	lines   []string
}

func (s *snippet) line(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

func (s *snippet) module(name string) { s.modules[name] = nil }

func (s *snippet) from(module, name string) {
	if !slices.Contains(s.modules[module], name) {
		s.modules[module] = append(s.modules[module], name)
	}
}

func (s *snippet) text() string {
	var whole, parts []string
	for _, module := range slices.Sorted(maps.Keys(s.modules)) {
		if names := s.modules[module]; names == nil {
			whole = append(whole, "import "+module)
		} else {
			slices.Sort(names)
			parts = append(parts, "from "+module+" import "+strings.Join(names, ", "))
		}
	}
	return strings.Join(slices.Concat(whole, parts, []string{""}, s.lines, []string{""}), "\n")
}

// model writes the estimator.
func (s *snippet) model(spec sweep.Spec, function string) {
	var steps []string
	if spec.Standardize {
		s.from("sklearn.preprocessing", "StandardScaler")
		if spec.Widths == "" {
			s.from("sklearn.feature_selection", "VarianceThreshold")
			steps = append(steps, "VarianceThreshold()") // StandardScaler alone keeps constant columns, in their own unit
		}
		steps = append(steps, "StandardScaler()")
	}
	if spec.Widths != "" {
		s.module("numpy as np")
		s.from("sklearn.preprocessing", "FunctionTransformer")
		s.line("widths = [%s]  # one for each feature, as in RBF(length_scale=widths)", strings.ReplaceAll(string(spec.Widths), ",", ", "))
		steps = append(steps, `FunctionTransformer(np.dot, kw_args={"b": np.diag(1 / np.array(widths))})`)
	}
	mu := python(spec.Values[model.RidgeName])
	if spec.Methods[0] == trial.Exact {
		s.from("sklearn.kernel_ridge", "KernelRidge")
		steps = append(steps, fmt.Sprintf("KernelRidge(alpha=%s, %s)", mu, function))
	} else {
		steps = append(steps, s.features(spec, function), s.learner(spec, mu))
	}
	pipeline := fmt.Sprintf("make_pipeline(\n    %s,\n)", strings.Join(steps, ",\n    "))
	if !isRidge(spec) {
		s.line("model = %s", pipeline)
		return
	}
	s.from("sklearn.compose", "TransformedTargetRegressor")
	s.from("sklearn.preprocessing", "StandardScaler")
	s.line("model = TransformedTargetRegressor(%s, transformer=StandardScaler(with_std=False))  # y less its mean", pipeline)
}

// features returns the transformer whose features approximate the kernel matrix.
func (s *snippet) features(spec sweep.Spec, function string) string {
	m := spec.Value(model.Budget(nil), model.Budget(nil).Default)
	state := spec.Seed % (1 << 32)
	switch method := spec.Methods[0]; {
	case method == "fourier" && spec.Kernel == "gaussian":
		s.from("sklearn.kernel_approximation", "RBFSampler")
		s.line("# RBFSampler has cosines with random phases where fourier has pairs of cosine and sine")
		if spec.Values[model.FrequenciesName] != model.FrequenciesIID {
			s.line("# and its frequencies are independent")
		}
		return fmt.Sprintf("RBFSampler(gamma=%s, n_components=%s, random_state=%d)", python(gammaOf(spec)), python(m), state)
	case method != "nystrom":
		s.line("# scikit-learn has no %s: Nystroem, on landmarks drawn uniformly, is the nearest", method)
	case spec.Values[model.TargetRankName] > 0:
		s.line("# Nystroem does not truncate to a rank")
	}
	s.from("sklearn.kernel_approximation", "Nystroem")
	return fmt.Sprintf("Nystroem(%s, n_components=%s, random_state=%d)", function, python(m), state)
}

func (s *snippet) learner(spec sweep.Spec, mu string) string {
	switch spec.Learner {
	case "", trial.LearnRidge:
		s.from("sklearn.linear_model", "Ridge")
		return fmt.Sprintf("Ridge(alpha=%s, fit_intercept=False)", mu)
	case trial.LearnSVM:
		s.from("sklearn.svm", "LinearSVC")
		return fmt.Sprintf(`LinearSVC(C=1 / %s, loss="hinge", max_iter=100000)`, mu)
	default:
		s.from("sklearn.linear_model", "LogisticRegression")
		return fmt.Sprintf(`LogisticRegression(C=1 / %s, max_iter=1000)`, mu)
	}
}

// score writes the lines that cross-validate and fit.
func (s *snippet) score(spec sweep.Spec, folds int) {
	split, scoring, sign, loss := "KFold", "neg_root_mean_squared_error", "-", "rmse"
	switch spec.Learner {
	case trial.LearnLogistic:
		split, scoring, loss = "StratifiedKFold", "neg_log_loss", "logloss"
	case trial.LearnSVM:
		split, scoring, sign, loss = "StratifiedKFold", "accuracy", "1 - ", "error_rate"
	}
	s.from("sklearn.model_selection", split)
	s.from("sklearn.model_selection", "cross_val_score")
	s.line(`scores = %scross_val_score(model, X, y, cv=%s(%d, shuffle=True, random_state=%d), scoring="%s")`,
		sign, split, folds, spec.Seed%(1<<32), scoring)
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
