// Package data is what a kernel matrix is computed on: data sets, the readers
// that load them, the generators that make them up, and the draw of training
// and test rows.
//
// A file is opened in two steps, so that a person can look before choosing:
//
//	table, err := data.Open(ctx, "abalone.csv.gz", os.Stdin, data.Options{})  // columns, kinds, a preview, notes
//	file, err := table.File(data.Choice{Target: "Rings"})                     // features and target fixed
//	train, test, err := file.Draw(1000, 0.2, rng)                             // rows of X, values y
//	scaling, warnings := data.NewScaling(train)
//	scaling.Apply(train.X)                                                    // and to test.X
//
// Trouble in single cells (a missing value, a text among numbers, an infinity)
// is remembered with its place while reading and becomes an error only in
// Table.File, and only if the column is used: a bad column can be dropped.
//
// A Generator draws in the same way: both are a Source. Everything random comes
// from the *rand.Rand given to Draw; the same state of it gives the same bits.
//
// Readers understand CSV (separators comma, semicolon, tab, or blanks between
// numbers; names in the first line, or in a # comment above it), LIBSVM, and
// NumPy's .npy and .npz; each also gzip-compressed. Numbers are float64 from the moment they are read and are held once: CSV column
// by column, as all processors parse it, arrays in the order of their file. A draw
// copies its rows, which are then the caller's. That is the wrong choice where a
// file is larger than memory.
// What a table holds is counted while it is read, and so is what File and Draw
// make of it: whatever a file claims or unpacks to, it is refused before it takes
// more than Options.MaxBytes.
// Errors are of type *Error and carry file, line and column, what was expected
// and the remedies. What a user should know but need not stop for is a
// remedy.Note, or a list of them. Remedies are values: who shows them has the words.
package data
