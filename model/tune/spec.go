package tune

import (
	"maps"
	"slices"

	"gramscope/model/exact"
	"gramscope/model/trial"
)

// Exact names exact kernel ridge regression, with K itself, among the methods of
// a search.
const Exact = trial.Exact

// Spec is a search. Fill it from DefaultSpec.
type Spec struct {
	Kernel string             `json:"kernel"`
	Width  string             `json:"width,omitempty"` // median or mean: the distance that the default γ lie around
	Values map[string]float64 `json:"values"`          // parameters of kernel and methods, by name; others have their defaults

	Gammas []float64 `json:"gammas,omitempty"` // nil: see DefaultGammas
	Mus    []float64 `json:"mus,omitempty"`    // nil: see DefaultMus

	// Methods are names of methods, and Exact. nil: nystrom where the kernel
	// suits it, and Exact for a regression on at most ExactLimit rows.
	Methods []string `json:"methods,omitempty"`
	Learner string   `json:"learner,omitempty"` // one of trial.Learners; "" = logistic for text and for targets of two values, else ridge

	Folds       int     `json:"folds"` // ≥ 2
	N           int     `json:"n"`     // training rows, which the folds divide
	Test        float64 `json:"test"`  // test rows as a fraction of all drawn, in [0, 1)
	Standardize bool    `json:"standardize"`
	Seed        uint64  `json:"seed"`

	ExactLimit int   `json:"exact_limit"` // Exact is for n up to this
	MaxMemory  int64 `json:"max_memory"`  // bytes; a plan that needs more is refused
}

// DefaultSpec has the defaults of the command line on n rows.
func DefaultSpec(n int) Spec {
	return Spec{
		Kernel: "gaussian", Width: "median", Values: map[string]float64{},
		Folds: 5, N: n, Seed: 1, ExactLimit: exact.DefaultExactLimit, MaxMemory: 2e9,
	}
}

// Clone returns a copy that shares nothing with s.
func (s Spec) Clone() Spec {
	s.Values = maps.Clone(s.Values)
	s.Gammas, s.Mus, s.Methods = slices.Clone(s.Gammas), slices.Clone(s.Mus), slices.Clone(s.Methods)
	return s
}
