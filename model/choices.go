package model

// Names of parameters that one method has, and that experiments on it set.
const (
	DrawName       = "draw"       // of accumulation
	IterationsName = "iterations" // of als
	SamplesName    = "samples"
	PairsName      = "pairs"
	RanksName      = "ranks" // of meka
	DropName       = "drop"
	PSDName        = "psd"
	HalvingName    = "halving"   // of squeak
	SelectionName  = "selection" // of volume-nystrom
	BasisName      = "basis"

	FrequenciesName = "frequencies" // of fourier
	SketchName      = "sketch"      // of tensor-sketch
)

// The choices of an accumulation's draw.
const (
	DrawUniform = iota // pᵢ = 1/n
	DrawScores         // pᵢ ∝ τᵢ = [K(K+γI)⁻¹]ᵢᵢ, exactly
	DrawPilot          // pᵢ ∝ τ̃ᵢ from m columns, as in TwoPassRLS, mixed with a tenth of uniform
	DrawNorms          // pᵢ ∝ ‖Kᵢ‖²
)

// The choices of Fourier's frequencies.
const (
	FrequenciesIID        = iota // independent
	FrequenciesOrthogonal        // orthogonal directions within every d of them
	FrequenciesQMC               // at the quantiles of a scrambled Halton sequence
	FrequenciesStructured        // rows of a product of Walsh–Hadamard matrices
	FrequenciesSimplex           // directions to the corners of a simplex within every d of them
)

// The choices of TensorSketch's sketch.
const (
	SketchCount      = iota // count sketches, convolved
	SketchRademacher        // products of random signs
	SketchComplex           // products of 1, −1, i, −i at random, as pairs of real numbers
)

// SketchKinds returns the names of these choices.
func SketchKinds() []string { return []string{"count", "rademacher", "complex"} }

// The choices of ALS's pairs.
const (
	PairsWeighted = iota // by row norms and size
	PairsUniform
)

// The choices of MEKA's ranks of clusters.
const (
	RanksEqual        = iota // k each
	RanksProportional        // by the clusters' sizes
	RanksAdaptive            // by the largest eigenvalues of sampled blocks
)

// The choices of how VolumeNystrom selects landmarks.
const (
	SelectVolume  = iota // a set S with probability det(V[S, :])²
	SelectNuclear        // the row that lowers the trace most, step by step
)

// The choices of VolumeNystrom's basis.
const (
	BasisPivots       = iota // from columns of K
	BasisEigenvectors        // from all of K
)

// The choices of what is done or not.
const (
	No = iota
	Yes
)
