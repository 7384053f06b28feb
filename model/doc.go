// Package model is the contract between the kernel matrix and the methods that approximate it.
//
// It holds the kernel matrix (evaluated on demand, counted), its leading eigenpairs, and what every method of package
// approx meets: [Method], [Fitter], [Param], [Approximation]. The kernels are in model/kernel, what an approximation is
// compared with in model/exact, regression on it in model/learn.
//
// # Symbols
//
//	symbol  flag                 meaning
//	n, d                         rows (points) and columns (features); X is n×d, rows are points
//	K, K̃                         the exact kernel matrix, n×n, and its approximation
//	γ       --gamma              kernel scale: Gaussian exp(−γ‖x−y‖²), Laplacian exp(−γ‖x−y‖₁)
//	σ       --sigma              the same parameter as a width: σ = 1/√(2γ); Laplacian σ = 1/γ; Matérn ℓ = σ
//	m       --m                  the budget: landmarks, sampled columns, projection dimension, features
//	a       --accum              accumulation count: sub-sampling matrices added up in one sketch
//	c       --clusters           clusters of BKA and k-means based methods
//	k       --rank               target rank where a method truncates; 0 = no truncation
//	μ       --mu                 ridge in the sum form K + μI; the mean form is λ = μ/n
//	γₛ      --score-ridge        ridge of the leverage scores τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ; default: equal to μ
//
// # Conventions
//
// Every ridge is the number added to the diagonal of K, never of K/n. Random choices come from a *rand.Rand argument
// and nothing else; a nil generator or a wrong shape is misuse and panics with a text that starts "model: ". Trouble
// that lies in the data comes back as an error that carries the number. What a user should know but need not stop for
// is a warning, a value in the result. Every sum has a fixed order, so that the same seed gives the same bits for any
// number of workers.
package model
