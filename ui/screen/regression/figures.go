package regression

// learnedFigure is what `v` offers on that screen.
type learnedFigure struct {
	label, doc string
	kind       learnedKind
	column     string // of the y axis
	cost       string // column of the x axis, "" for the swept parameter
	unit       string // of that
	exact      string // column with the exact regression's figure, "" for none
	over       string // the swept parameter unless another is chosen
	higher     bool   // whether more is better
	linear     bool   // y axis unless the user decides
}

// learnedKind is how a figure is drawn.
type learnedKind int

const (
	asCurves learnedKind = iota // a column over the swept parameter
	asParts                     // bias, variance and risk of one method
	asRatios                    // curves with what theory promises
	asCosts                     // a column against time or memory
	asSteps                     // of a solver that iterates
)

// figuresFor are those for a target of numbers or of classes.
func figuresFor(classes bool) []learnedFigure {
	const fits = "m"
	if classes {
		return []learnedFigure{
			{label: "accuracy", doc: "share of the test rows that are classified rightly", column: "accuracy_test", over: "mu", higher: true, linear: true},
			{label: "log loss", doc: "log loss at the test rows", column: "logloss_test", over: "mu"},
			{label: "accuracy against time", doc: "each fit along m: accuracy at the test rows, time of the fit", kind: asCosts,
				column: "accuracy_test", cost: "seconds", unit: "s", over: fits, higher: true, linear: true},
			{label: "accuracy against memory", doc: "each fit along m: accuracy at the test rows, what it stores", kind: asCosts,
				column: "accuracy_test", cost: "bytes", unit: "B", over: fits, higher: true, linear: true},
		}
	}
	return []learnedFigure{
		{label: "test error", doc: "root mean square error at the test rows", column: "rmse_test", exact: "rmse_test_exact", over: "mu"},
		{label: "bias and variance", doc: "the two parts of the risk of one method, the one pointed at in the table", kind: asParts,
			column: "risk", exact: "risk_exact", over: "mu"},
		{label: "risk ratio", doc: "risk relative to exact regression, with what theory promises", kind: asRatios, column: "risk_ratio", over: "mu"},
		{label: "error against time", doc: "each fit along m: error at the test rows, time of the fit", kind: asCosts,
			column: "rmse_test", cost: "seconds", unit: "s", exact: "rmse_test_exact", over: fits},
		{label: "error against memory", doc: "each fit along m: error at the test rows, what it stores", kind: asCosts,
			column: "rmse_test", cost: "bytes", unit: "B", exact: "rmse_test_exact", over: fits},
		{label: "solver iterations", doc: "iterations of the solver, for --solver pcg, krill or falkon", kind: asSteps, column: "solver_iterations", over: "mu"},
		{label: "residual against iterations", doc: "each solution along the tolerance: the residual that is left, and the iterations to it, for --solver pcg, krill or falkon", kind: asSteps,
			column: "solver_residual", cost: "solver_iterations", unit: "iterations", over: "tolerance"},
	}
}

// Labels are those of what the chart can show, for targets of numbers and of classes.
func Labels() (labels []string) {
	for _, f := range append(figuresFor(false), figuresFor(true)...) {
		labels = append(labels, f.label)
	}
	return labels
}
