package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/cluster"
	"gramscope/model/linalg"
)

// Nystrom is the Nyström method: K̃ = C·W⁺·Cᵀ with C = K[:, I] and W = K[I, I] for m = M
// landmarks I, drawn uniformly without replacement (Williams and Seeger 2000). With
// Rank = k > 0, W's best rank-k part takes W's place: this truncates the core, not K̃, and
// errs a little more than K̃'s own best rank k.
//
// K̃ is the projection of K on the landmarks' columns: 0 ⪯ K−K̃ ⪯ K, and without truncation
// K̃ equals K on the rows and columns I, and tr(K−K̃) is the nuclear norm of the residual. The
// same seed gives nested landmarks for growing m, so that the error of a seed never rises.
// It reads n·m entries and costs O(n·m²).
//
// Where the ridge decides, the size is what theory asks for of uniform sampling: every
// point is treated as the one of the largest score τ = maxᵢ[K(K+γI)⁻¹]ᵢᵢ, γ = Ridge,
// with B(q̄, τ) copies, q̄ = QBar, some q̄·d_max in all, d_max = n·τ (Bach 2013), weighted,
// and K̃ is regularised with γ. That reads all of K and costs O(n³): it is for comparison
// with methods by scores at the same accuracy.
type Nystrom struct {
	M      int     // landmarks, with Budget m; ≥ 1; clamped to n
	Rank   int     // k, with Budget m; 0 = no truncation; clamped to M
	Ridge  float64 // γₛ > 0 where the ridge decides, in units of K
	QBar   int     // q̄ ≥ 1, copies for each unit of d_max where the ridge decides
	Budget int     // model.SizeByBudget or model.SizeByRidge
}

func nystrom() model.Method {
	return method(model.Method{
		Name: "nystrom",
		Doc: "Nyström: landmarks drawn uniformly\n\n" +
			"K̃ = C·W⁺·Cᵀ with C = K[:, I], W = K[I, I] for m distinct rows I; rank = k > 0 keeps the k leading eigenpairs of W.\n\n" +
			"The first thing to try: cheap, and good where the data are evenly spread and the kernel is wide. Small clusters and outliers " +
			"are missed by uniform draws (k-means or score-based landmarks find them), and for narrow kernels, where K is nearly diagonal, " +
			"no low rank will do.\n\n" +
			"budget = ridge draws as many as theory asks of uniform sampling for the accuracy that squeak has at γₛ and q̄, some q̄·d_max, and regularises K̃ with γₛ. " +
			"It reads all of K for d_max: for comparisons, not for use.",
		Ref:       "Williams and Seeger, NIPS 2000; Kumar, Mohri and Talwalkar, JMLR 2012; budget = ridge: Bach, COLT 2013",
		Cost:      "n·m",
		ReadsAll:  func(f model.Fitter) bool { return f.(*Nystrom).Budget == model.SizeByRidge },
		Landmarks: true,
	}, func(f *Nystrom, n, d int) model.Memory {
		// Where the ridge decides, K and its Cholesky factor come first, and then m columns.
		m := min(f.M, n)
		if f.Budget == model.SizeByRidge {
			return selectedMemory(n, m, 2*matrix(n, n))
		}
		return nystromMemory(n, m, f.Rank, 0)
	})
}

func (f *Nystrom) Params() []model.Param {
	byRidge := ofRidge(f.Budget, model.ScoreRidge(&f.Ridge), model.QBar(&f.QBar), model.SizeRule(&f.Budget))
	return append([]model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}, byRidge...)
}

func (f *Nystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	mustRand(rng)
	if f.Budget == model.SizeByRidge {
		size := sizedByRidge(g.N(), f.M, f.Rank, f.Ridge)
		tau, err := oracleScores(ctx, g, f.Ridge, &size.warnings)
		if err != nil {
			return nil, err
		}
		tau = slices.Repeat([]float64{floats.Max(tau)}, len(tau))
		// All of K has been read: a view, so that the columns do not count again.
		return size.drawCopies(ctx, g.View(), tau, f.QBar, rng)
	}
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	landmarks := model.SampleRows(g.N(), m, rng)
	return uniformDictionary(landmarks, g.N()).sketching(projectedOn(ctx, g, landmarks, k, warnings))
}

// uniformDictionary has the weights √(n/m) of m landmarks drawn uniformly.
func uniformDictionary(landmarks []int, n int) dictionary {
	m := len(landmarks)
	return dictionary{landmarks, slices.Repeat([]float64{math.Sqrt(float64(n) / float64(m))}, m)}
}

// sketching is asMap for an approximation that tells the dictionary for its S.
func (d dictionary) sketching(a *factor, err error) (model.Approximation, error) {
	if err != nil {
		return nil, err
	}
	return dictionarySketch(a, d), nil
}

// nystromOn is the approximation for given distinct landmarks.
func nystromOn(ctx context.Context, g *model.Gram, landmarks []int, k int, warnings []string) (model.Approximation, error) {
	return asMap(projectedOn(ctx, g, landmarks, k, warnings))
}

func projectedOn(ctx context.Context, g *model.Gram, landmarks []int, k int, warnings []string) (*factor, error) {
	columns, w, err := coreOf(ctx, g, landmarks)
	if err != nil {
		return nil, err
	}
	b, q, err := projection(ctx, w, k)
	if err != nil {
		return nil, err
	}
	return onRows(ctx, columns, landmarks, b, q, warnings)
}

// RegularizedNystrom is K̃ = KS(SᵀKS+γI)⁻¹SᵀK on m = M landmarks, drawn uniformly without
// replacement and weighted by √(n/m), so that E[S·Sᵀ] = I, with γ = Ridge (Calandriello,
// Lazaric and Valko 2016, eq. 3).
//
// 0 ⪯ K̃ ⪯ K̃ of [Nystrom] on the same landmarks ⪯ K, and the two meet as γ → 0. Where S is
// (ε, γ)-accurate, 0 ⪯ K−K̃ ⪯ γ/(1−ε)·I; no row of K is reproduced exactly. The same seed
// draws the landmarks that [Nystrom] draws.
//
// It reads n·m entries and costs O(n·m²).
type RegularizedNystrom struct {
	M     int     // landmarks, ≥ 1; clamped to n
	Ridge float64 // γₛ > 0, in units of K
}

func regularizedNystrom() model.Method {
	return method(model.Method{
		Name: "regularized-nystrom",
		Doc: "Nyström with a ridge in the core, uniform landmarks\n\n" +
			"K̃ = KS(SᵀKS + γₛI)⁻¹SᵀK, S = √(n/m) times the columns I of the identity for m distinct rows I. " +
			"What squeak and its kin do with their dictionaries, here on uniform draws.\n\n" +
			"It shows what the ridge costs: K̃ never exceeds the K̃ of nystrom on the same landmarks and is never closer to K, but for score-ridge well below " +
			"the eigenvalues that matter the two are the same. The ridge makes the core well conditioned and bounds K−K̃ " +
			"where the landmarks represent K at that ridge; it does not help landmarks that miss something. With score-ridge above tr K next to nothing is left of K.",
		Ref:       "Calandriello, Lazaric and Valko, NIPS workshop 2016 (SQUEAK), eq. 3",
		Cost:      "n·m",
		Landmarks: true,
	}, func(f *RegularizedNystrom, n, d int) model.Memory {
		// It counts the columns, the core, and the core with a ridge.
		m := min(f.M, n)
		return mapMemory(n, m, m, 0, projectionMemory(m)+4*matrix(m, m))
	})
}

func (f *RegularizedNystrom) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.ScoreRidge(&f.Ridge)}
}

func (f *RegularizedNystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	mustRand(rng)
	mustRidge(f.Ridge)
	m, _, warnings := clamped(f.M, 0, g.N())
	d := uniformDictionary(model.SampleRows(g.N(), m, rng), g.N())
	return asMap(regularizedOn(ctx, g, d, f.Ridge, warnings))
}

// KMeansNystrom is the Nyström method with the m = M centres Z of k-means for landmarks:
// K̃ = E·W⁺·Eᵀ with E = k(X, Z) and W = k(Z, Z) (Zhang, Tsang and Kwok 2008). It is a
// projection as nystrom is, 0 ⪯ K−K̃ ⪯ K, but as the centres are not data points no row of
// K is reproduced. For smooth stationary kernels its error is bounded by the quantisation
// error of the clustering, which is Euclidean whatever the kernel. Of more than 20000 rows it
// goes by a sample and mini-batches, see [cluster.KMeans]: its cost then does not depend on n.
//
// It reads n·m + m² entries and costs O(n·m² + min(n, 40000)·m·20·d).
type KMeansNystrom struct {
	M    int // centres, ≥ 1; clamped to n
	Rank int // k, of W's best rank-k part in its place; 0 = no truncation; clamped to M
}

func kmeansNystrom() model.Method {
	return method(model.Method{
		Name: "kmeans-nystrom",
		Doc: "Nyström with k-means centres for landmarks\n\n" +
			"K̃ = E·W⁺·Eᵀ with E = k(X, Z), W = k(Z, Z) for the m centres Z of k-means.\n\n" +
			"Use it for smooth kernels of the Euclidean distance on few features, where it beats uniform landmarks clearly. " +
			"In many dimensions centres lie far from all points and the gain is lost; for inner-product kernels the clustering is of no help, " +
			"and for some thousands of rows it costs many times the uniform draw. The centres are no rows of the data. " +
			"Of more than 20000 rows the centres come from a sample and mini-batches (Sculley 2010): where few rows far from all others matter, these may be missed.",
		Ref:       "Zhang, Tsang and Kwok, ICML 2008",
		Cost:      "n·m+m²",
		Landmarks: true,
	}, func(f *KMeansNystrom, n, d int) model.Memory { // the clustering, and then the columns
		m := min(f.M, n)
		return nystromMemory(n, m, f.Rank, cluster.Memory(n, d, m))
	})
}

func (f *KMeansNystrom) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank)}
}

func (f *KMeansNystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	mustRand(rng)
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	centres, err := cluster.Centres(ctx, g.X(), m, rng)
	if err != nil {
		return nil, err
	}
	return centresOn(ctx, g, centres, k, warnings)
}

// centresOn is the approximation for given landmarks, one point a row of z.
func centresOn(ctx context.Context, g *model.Gram, z *mat.Dense, k int, warnings []string) (model.Approximation, error) {
	m, _ := z.Dims()
	columns, w := g.Charge(int64(g.N()+m)*int64(m)), mat.NewDense(m, m, nil)
	columns.Among(w, z)
	if err := checkFinite(w); err != nil {
		return nil, err
	}
	b, q, err := projection(ctx, linalg.Symmetric(w), k)
	if err != nil {
		return nil, err
	}
	part := onLandmarks(z, nil, b, q)
	return asMap(newMap(ctx, columns, part, nil, warnings, func(dst *mat.Dense, lo, hi int) { columns.Cross(dst, lo, hi, part.Landmarks) }))
}

// Given is the Nyström method on landmarks Z that were chosen elsewhere, see
// [model.Gram.Give]: K̃ = C·W⁺·Cᵀ with C = k(X, Z), W = k(Z, Z) for the first m = M of them;
// that of [Nystrom] where they are the rows that it draws.
//
// K̃ is the projection of K on the functions k(·, zⱼ): 0 ⪯ K−K̃ ⪯ K, whatever the landmarks
// are, and the error never rises with m. They need not be rows of X; those that are alike
// count once. There may be more than n.
//
// It draws nothing, reads n·m + m² entries and costs O(n·m² + m³).
type Given struct {
	M    int // landmarks, the first of those given, clamped to their number; 0 = all, for which Memory has no figure
	Rank int // k, of W's best rank-k part in its place; 0 = no truncation; clamped to M
}

func given() model.Method {
	return method(model.Method{
		Name: "given",
		Doc: "Nyström on landmarks from a file\n\n" +
			"K̃ = C·W⁺·Cᵀ with C = k(X, Z), W = k(Z, Z) for the first m of the landmarks Z that a file names: rows of the data by number, or points.\n\n" +
			"For a dictionary made elsewhere, or a choice of one's own, beside all others at the same m; by default m is their number, at most 20000. " +
			"It is the wrong choice where nobody has chosen with care: nystrom draws as well. What is compared then is one choice, and not a method: other seeds " +
			"and repetitions draw other rows of the data, and the landmarks stay, so that means over them say nothing about another choice. " +
			"Weights of a dictionary are not read: without truncation they cancel. " +
			"Landmarks may be test rows, or have been chosen by rows that are test rows here: no targets are seen by that, " +
			"but the figures then say a little too much of the landmarks at new rows.",
		Ref:       "Williams and Seeger, NIPS 2000, with the landmarks taken as given",
		Cost:      "n·m+m²",
		Needs:     model.Needs{Landmarks: true},
		Landmarks: true,
	}, func(f *Given, n, d int) model.Memory { // the landmarks, the columns and the core
		return nystromMemory(n, f.M, f.Rank, matrix(f.M, d))
	})
}

func (f *Given) Params() []model.Param {
	m := model.Budget(&f.M)
	m.Default = math.NaN() // the number of landmarks
	return []model.Param{m, model.TargetRank(&f.Rank)}
}

func (f *Given) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	mustRand(rng)
	all := g.Given()
	if all == nil {
		panic("approx: " + given().Unmet(g.Kernel(), g.N(), 0))
	}
	count, d := all.Dims()
	m, warnings := count, []string(nil)
	if f.M != 0 {
		m = atMost("m", f.M, count, "the number of landmarks", &warnings)
	}
	k := truncation(f.Rank, m, &warnings)
	return centresOn(ctx, g, all.Slice(0, m, 0, d).(*mat.Dense), k, warnings)
}
