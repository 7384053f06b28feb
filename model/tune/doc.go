// Package tune finds good settings.
//
// A [Search] looks for the best method, its parameters, γ and μ:
//
//	search, err := tune.PrepareSearch(spec, methods, source) // checked, rows drawn, folds fixed
//	for event := range search.Run(ctx, workers) { … }        // one candidate on one more fold of a rung
//	standing, ok := search.Standing(events)                  // the front, the best and the choice so far
//	plan, cell := search.Cell(choice.Candidate, choice.Mu)
//	final, err := plan.Refit(ctx, cell)                      // fitted to all rows, scored on the test rows
//
// It is a successive halving of [Candidate]s: a [Configuration], which is a method with values of its own
// parameters, at a γ. A fit gives the losses at several μ. In each fold of a [Rung], a candidate is fitted to a part of
// the rows outside of the fold and scored on rows in it; every rung has four times the rows of the one before, and on
// the last, which has all of them, this is k-fold cross-validation. On each rung μ and γ
// are refined around those of the best, between those of the default lists. About a third of
// the configurations goes on from rung to rung. All candidates have the same folds. They are compared by the differences
// of their losses fold by fold, whose standard error is far smaller than that of the losses. Costs are compared by numbers
// of operations and bytes, and not by measured times, so that the events depend only on the spec, apart from
// what its limit of time cuts off. Measured times serve to forecast what still fits into the time.
//
// [ChooseScaling] learns a width for each feature before a search, in a share of its time, and says whether the search is to
// have them:
//
//	scaling, err := tune.ChooseScaling(ctx, spec, methods, source)
//	search, err := tune.PrepareSearch(scaling.Apply(spec), methods, source)
//
// Widths that are learned from all rows have seen the rows of every fold, so that the losses of the search can't tell whether
// they are better than one width for all features. ChooseScaling compares the two on rows held out, from which the widths of the
// comparison were not learned. The search itself compares settings that all have the same scaling; with learned widths its
// losses, though not those on test rows, are a little too low.
//
// A [Plan] is the grid of γ and μ for some methods with fixed parameters, from which a Search has its rows, folds,
// scores and checks:
//
//	plan, err := tune.Prepare(spec, methods, source)        // checked, rows drawn, folds fixed
//	for event := range plan.Run(ctx, workers) { … }         // one method at one γ and all μ: its scores so far
//	best, ok := tune.Best(events, "")                       // the cell with the least loss
//	final, err := plan.Refit(ctx, best)                     // fitted to all rows, scored on the test rows
//
// It is k-fold cross-validation: for each fold, γ and method there is one fit, from which every μ is computed. Rows
// are standardised and centred by the training rows of the fold, never by those on which it is scored. The grid is
// filled from coarse to fine. Methods that read all of K come after the others, and exact regression, which is called
// [Exact] among the methods, comes last.
//
// The rows are those that package sweep draws for the same seed. On all rows, a method makes the same random
// choices as in a sweep. A sweep with the best settings therefore repeats the figures of Refit. The numbers
// depend only on the spec, not on the number of workers or on the other methods.
package tune
