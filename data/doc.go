// Package data reads data sets and draws training and test rows from them.
//
// A file is opened in two steps, so that a person can look at the columns before choosing:
//
//	table, err := data.Open(ctx, "abalone.csv.gz", os.Stdin, data.Options{})  // columns, kinds, a preview, notes
//	file, err := table.File(data.Choice{Target: "Rings"})                     // features and target fixed
//	train, test, err := file.Draw(1000, 0.2, rng)                             // rows of X, values y
//	scaling, warnings := data.NewScaling(train)
//	scaling.Apply(train.X)                                                    // and to test.X
//
// A faulty cell is noted with its place while the file is read. It becomes an error in Table.File, and only if its
// column is used, so a bad column can be dropped.
//
// A Source is anything that rows can be drawn from: a File, or a built-in set of package synthetic. A matrix of kernel
// values is opened by OpenMatrix, as points without coordinates. It may be larger than memory; any other table that is
// can be read by Rows only.
//
// Formats lists the file formats; each file may be compressed (gz, bz2, xz, zst, or zip with one file). Numbers are
// float64 and are stored once. The memory of a table is counted while it is read, and so is that which File and Draw
// need: whatever a file claims or unpacks to, it is refused before it takes more than Options.MaxBytes.
//
// Errors are of type *Error and hold file, line, column, what was expected, and the remedies. What a user should know
// but need not stop for is a remedy.Note.
package data
