// Package synthetic draws data sets from known laws: inputs, and the true function to which noise is added,
// or classes. They are the settings of papers on kernel matrix approximation, and common test beds.
//
// A Generator is a data.Source: it draws any number of rows, and everything random comes
// from the *rand.Rand given to Draw. A set is a file here and an entry in Generators.
package synthetic
