// Package sweep runs an experiment: every chosen method at every point of a
// grid of parameters, repeated, on one data source.
//
//	store := sweep.NewStore(source)                          // what runs on the same data share
//	plan, err := sweep.Prepare(spec, methods, store)         // checked, γ fixed, cells in order
//	for result := range plan.Run(ctx, workers) { … }         // one row a cell, in cell order
//
// A spec holds names and numbers only. Its cells are ordered with the
// repetition outermost, so that partial results are balanced. A cell's numbers
// depend on the spec's seed and on the cell alone: not on the number of
// workers, nor on which other methods run. Data are drawn from (seed,
// repetition) only, so that methods are compared on the same rows.
package sweep
