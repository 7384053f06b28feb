// Package tune finds good settings: the best method, its parameters, γ and μ.
//
//	search, err := tune.Prepare(spec, methods, source) // checked, rows drawn, folds fixed
//	for event := range search.Run(ctx, workers) { … }  // one more fold of a configuration at a γ and some μ
//	standing, ok := search.Standing(events)            // the best and the choice so far
//	final, err := search.Refit(ctx, standing.Ranked[standing.Choice].Cell) // fitted to all rows, scored on the test rows
//
// It is a successive halving of [Configuration]s, a method with values of its parameters. On the first [Rung] they are
// fitted to a part of the rows, on each next one a third of them to four times as many rows, and on the last this is
// k-fold cross-validation. All have the same folds; rows are standardised and centred by the training rows of a fold,
// and losses are compared by their differences fold by fold, whose standard error is far smaller than that of the
// losses. Costs are compared by numbers of operations and bytes, so that the events depend only on the spec, apart from
// what its limit of time cuts off. Measured times serve to forecast what still fits into the time. Rows and random
// choices are those of package sweep for the same seed: a sweep with the best settings repeats the figures of Refit.
//
// [ChooseScaling] learns a width for each feature, and says whether these predict rows better that they were not
// learned from. With learned widths the losses of a search, though not those on test rows, are a little too low.
package tune
