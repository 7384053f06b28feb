// Package sweep runs an experiment: every chosen method at every point of a
// grid of parameters, repeated, on one data source.
//
//	store := sweep.NewStore(source)                          // caches results on the same data
//	plan, err := sweep.Prepare(spec, methods, store)         // checks the spec and lists the cells
//	for result := range plan.Run(ctx, workers) { … }         // one row a cell, in cell order
//
// A spec consists of names and numbers only. The repetition is the outermost loop over its cells: results that are cut
// short cover all methods equally. A cell's numbers depend on the spec's seed and on the cell alone, not on the number
// of workers or on the other methods. The rows of the data are drawn from the seed and the repetition only, and all
// methods see the same rows.
package sweep
