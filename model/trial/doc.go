// Package trial does one experiment, the unit that sweeps, searches, fitted models
// and pictures are made of: rows are drawn, their kernel matrix is approximated,
// the target is learned on the approximation, and what was learned is scored.
//
//	setting := trial.Question{ … }.Resolve()                  // names and numbers become a kernel, a method, a draw of rows
//	rows, err := trial.NewRows(source, setting.Draw)          // training and test rows, as the kernel sees them
//	t := trial.New(setting, rows, rows.Gram(setting.Kernel))  // on the kernel matrix of the training rows
//	fit, err := t.Fit(ctx)                                    // K̃
//	learned, err := t.Learn(ctx, fit, mus)                    // the target, at every ridge
//
// The result of a trial depends only on its setting: two trials of the same setting
// give the same bits, whatever else runs. A
// [Store] keeps what trials on one data source share; [InOrder] runs many.
package trial
