// Package scikit writes a setting of a search as a Python program for scikit-learn.
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
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// Program returns a Python program with NumPy and scikit-learn that cross-validates and fits
// the setting of a cell on the same data, with other folds and random numbers. If Python
// can't read the data, the user has to fill them in. If scikit-learn lacks the method, the
// program uses its Nystroem and a comment says so; if it lacks the kernel, the program is a
// comment only.
//
// scikit-learn's Ridge and KernelRidge take alpha = μ, its LogisticRegression and
// LinearSVC C = 1/μ.
func Program(p *tune.Plan, c tune.Cell, source data.Source, rows *Reading) string {
	function := scikitKernel(p, c.Gamma)
	if function == "" {
		if p.Spec.Kernel == kernel.Precomputed {
			return "# scikit-learn's KernelRidge reads a matrix as kernel=\"precomputed\": all of it; its Nystroem has no landmarks of one\n"
		}
		return fmt.Sprintf("# scikit-learn's Nystroem and KernelRidge have no kernel %s; of gramscope's kernels they have rbf (gaussian), laplacian, matern, poly and linear\n", p.Spec.Kernel)
	}
	s := &snippet{modules: map[string][]string{}}
	if strings.Contains(function, "Matern(") {
		s.from("sklearn.gaussian_process.kernels", "Matern")
	}
	s.from("sklearn.pipeline", "make_pipeline")
	if rows == nil {
		s.line("X, y = ...  # fill in your rows, n×%d, and targets", source.Dims())
	} else {
		s.read(rows, p, c.Method == tune.Exact)
	}
	s.model(p, c, function)
	s.score(p)
	return s.text()
}

// scikitKernel returns the kernel as arguments for scikit-learn, "" if that lacks it.
func scikitKernel(p *tune.Plan, gamma int) string {
	family, _ := kernel.Lookup(p.Spec.Kernel)
	values := family.Member(p.Spec.Values).Values
	switch g := python(p.Gammas[gamma]); p.Spec.Kernel {
	case "gaussian":
		return `kernel="rbf", gamma=` + g
	case "laplacian":
		return `kernel="laplacian", gamma=` + g
	case "polynomial":
		return fmt.Sprintf(`kernel="poly", gamma=%s, degree=%s, coef0=%s`, g, python(values[kernel.DegreeName]), python(values[kernel.OffsetName]))
	case "linear":
		return `kernel="linear"`
	case "matern12", "matern32", "matern52":
		nu := map[string]string{"matern12": "0.5", "matern32": "1.5", "matern52": "2.5"}[p.Spec.Kernel]
		return fmt.Sprintf("kernel=Matern(length_scale=%s, nu=%s)", python(1/math.Sqrt(2*p.Gammas[gamma])), nu)
	}
	return ""
}

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
func (s *snippet) model(p *tune.Plan, c tune.Cell, function string) {
	var steps []string
	if p.Spec.Standardize {
		s.from("sklearn.preprocessing", "StandardScaler")
		if p.Spec.Widths == "" {
			s.from("sklearn.feature_selection", "VarianceThreshold")
			steps = append(steps, "VarianceThreshold()") // StandardScaler alone keeps constant columns, in their own unit
		}
		steps = append(steps, "StandardScaler()")
	}
	if p.Spec.Widths != "" {
		s.module("numpy as np")
		s.from("sklearn.preprocessing", "FunctionTransformer")
		s.line("widths = [%s]  # one for each feature, as in RBF(length_scale=widths)", strings.ReplaceAll(string(p.Spec.Widths), ",", ", "))
		steps = append(steps, `FunctionTransformer(np.dot, kw_args={"b": np.diag(1 / np.array(widths))})`)
	}
	mu := python(p.Mus[c.Mu])
	if c.Method == tune.Exact {
		s.from("sklearn.kernel_ridge", "KernelRidge")
		steps = append(steps, fmt.Sprintf("KernelRidge(alpha=%s, %s)", mu, function))
	} else {
		steps = append(steps, s.features(p, c, function), s.learner(p, mu))
	}
	pipeline := fmt.Sprintf("make_pipeline(\n    %s,\n)", strings.Join(steps, ",\n    "))
	if p.Learner != trial.LearnRidge {
		s.line("model = %s", pipeline)
		return
	}
	s.from("sklearn.compose", "TransformedTargetRegressor")
	s.from("sklearn.preprocessing", "StandardScaler")
	s.line("model = TransformedTargetRegressor(%s, transformer=StandardScaler(with_std=False))  # y less its mean", pipeline)
}

// features returns the transformer whose features approximate the kernel matrix.
func (s *snippet) features(p *tune.Plan, c tune.Cell, function string) string {
	m := p.Budget(c.Method)
	state := p.Spec.Seed % (1 << 32)
	switch {
	case c.Method == "fourier" && p.Spec.Kernel == "gaussian":
		s.from("sklearn.kernel_approximation", "RBFSampler")
		s.line("# RBFSampler has cosines with random phases where fourier has pairs of cosine and sine")
		if p.Spec.Values[model.FrequenciesName] != model.FrequenciesIID {
			s.line("# and its frequencies are independent")
		}
		return fmt.Sprintf("RBFSampler(gamma=%s, n_components=%s, random_state=%d)", python(p.Gammas[c.Gamma]), python(m), state)
	case c.Method != "nystrom":
		s.line("# scikit-learn has no %s: Nystroem, on landmarks drawn uniformly, is the nearest", c.Method)
	case p.Spec.Values[model.TargetRankName] > 0:
		s.line("# Nystroem does not truncate to a rank")
	}
	s.from("sklearn.kernel_approximation", "Nystroem")
	return fmt.Sprintf("Nystroem(%s, n_components=%s, random_state=%d)", function, python(m), state)
}

func (s *snippet) learner(p *tune.Plan, mu string) string {
	switch p.Learner {
	case trial.LearnRidge:
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
func (s *snippet) score(p *tune.Plan) {
	folds, scoring, sign := "KFold", "neg_root_mean_squared_error", "-"
	switch p.Learner {
	case trial.LearnLogistic:
		folds, scoring = "StratifiedKFold", "neg_log_loss"
	case trial.LearnSVM:
		folds, scoring, sign = "StratifiedKFold", "accuracy", "1 - "
	}
	s.from("sklearn.model_selection", folds)
	s.from("sklearn.model_selection", "cross_val_score")
	s.line(`scores = %scross_val_score(model, X, y, cv=%s(%d, shuffle=True, random_state=%d), scoring="%s")`,
		sign, folds, p.Spec.Folds, p.Spec.Seed%(1<<32), scoring)
	s.line(`print(f"%s {scores.mean():.6g} ± {scores.std(ddof=1) / len(scores) ** 0.5:.2g}")`, p.LossName())
	s.line("model.fit(X, y)")
}

// python formats a number so that Python reads the same value.
func python(v float64) string {
	if math.IsNaN(v) {
		return "None"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
