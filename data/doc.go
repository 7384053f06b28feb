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
// values is opened by OpenMatrix, and may be larger than memory; any other table that is can be read by Rows only.
//
// Numbers are float64 and are stored once. The memory of a table is counted while it is read, and so is that which File
// and Draw need: whatever a file claims or unpacks to, it is refused before it takes more than Options.MaxBytes.
//
// Errors are of type *Error. What a user should know but need not stop for is a remedy.Note. Within the package an
// error is a failure, which panics up to the function that is called from outside.
package data
