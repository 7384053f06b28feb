// Package tune finds good settings, and how large an approximation must be.
//
//	plan, err := tune.Prepare(spec, methods, source)        // checked, rows drawn, folds fixed
//	for event := range plan.Run(ctx, workers) { … }         // one method at one γ and all μ: its scores so far
//	best, ok := tune.Best(events, "")                       // the cell with the least loss
//	final, err := plan.Refit(ctx, best)                     // fitted to all rows, scored on the test rows
//
// The search is k-fold cross-validation over a grid of γ and μ: for each fold, γ and method there is one
// fit, from which every μ is computed. Rows are standardised and centred by the training rows of the fold,
// never by those on which it is scored. The grid is filled from coarse to fine. Methods that read all of K
// come after the others, and exact regression, which is called [Exact] among the methods, comes last.
//
// The rows are those that package sweep draws for the same seed. On all rows, a method makes the same random
// choices as in a sweep. A sweep with the best settings therefore repeats the figures of Refit. The numbers
// depend only on the spec, not on the number of workers or on the other methods.
//
// [Sufficient] is the experiment of Bach (2013): the smallest budget at which a
// method's risk is within a given loss of exact regression.
package tune
