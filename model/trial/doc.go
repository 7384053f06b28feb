// Package trial runs one experiment: it draws rows, approximates their kernel matrix, learns the target on the
// approximation, and scores the predictions. Sweeps, searches, fitted models and pictures consist of trials.
//
//	setting := trial.Question{ … }.Resolve()                  // the kernel, the method and the draw of rows
//	rows, err := trial.NewRows(source, setting.Draw)          // training and test rows, as the kernel sees them
//	t := trial.New(setting, rows, rows.Gram(setting.Kernel))  // on the kernel matrix of the training rows
//	fit, err := t.Fit(ctx)                                    // K̃
//	learned, err := t.Learn(ctx, fit, mus)                    // the target, at every ridge
//
// The result of a trial depends only on its setting: two trials with the same setting return the same bits, whatever
// else runs. A [Store] caches what trials on one data source share. [InOrder] runs many trials.
package trial
