package kernel

import "gramscope/model"

// Precomputed is the name of the kernel whose values are the entries of a given matrix.
const Precomputed = "precomputed"

// precomputed is the family of a single kernel. Whoever has the rows gives it the entries.
func precomputed() Family {
	return Family{Name: Precomputed, Doc: "the entries of a matrix in a file, which has one row and one column for each point",
		Geometry: model.Entry, new: func(Values) model.Kernel { return &model.Precomputed{} }}
}

// IsPrecomputed reports whether the kernel's values are the entries of a given matrix.
func (f Family) IsPrecomputed() bool { return f.Geometry == model.Entry }
