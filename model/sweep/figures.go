package sweep

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/trial"
)

// Figure is a result, or a group of results, that a run computes only on request. Its value does not depend on other
// figures, except that the risk on data without a truth needs FigureExact.
type Figure string

// The figures, in the order in which a run computes them.
const (
	FigureError         Figure = "error"
	FigureStableRank    Figure = "stable_rank"
	FigureApproxRank    Figure = "stable_rank_approx"
	FigureSpectral      Figure = "error_spectral"
	FigureFloor         Figure = "error_best"
	FigureDEff          Figure = "d_eff"
	FigureRegression    Figure = "regression"
	FigureExact         Figure = "exact_regression"
	FigureTraces        Figure = "exact_traces"
	FigureEvidence      Figure = "evidence"
	FigureEvidenceExact Figure = "evidence_exact"
	FigureCalibration   Figure = "calibration"
	FigureDiagnostics   Figure = "diagnostics"
	FigureBounds        Figure = "bounds"
)

const cheap, linear, cubic = 1 << 40, 20000, 1500

var regression, exactRegression = Figures{FigureRegression}, Figures{FigureRegression, FigureExact}

// figureTable describes the computation of the figures.
var figureTable = []struct {
	figure Figure
	most   int     // the largest n at which it is computed without being asked for; 0: at none
	needs  Figures // that must be computed with it
}{
	{FigureError, cheap, nil},                 // compares all entries of K̃ and K, or a sample of them
	{FigureStableRank, cheap, nil},            // norms of K, once for all methods
	{FigureApproxRank, linear, nil},           // norms of K̃: O(n·rank²)
	{FigureSpectral, cubic, nil},              // many products with K−K̃
	{FigureFloor, cheap, nil},                 // eigenvalues of K, once for all methods
	{FigureDEff, cheap, nil},                  // all eigenvalues of K, or a factorisation, once for all methods
	{FigureRegression, cheap, nil},            // the target learned on K̃
	{FigureExact, cubic, regression},          // the regression with K itself, once for all methods: O(n³)
	{FigureTraces, 0, exactRegression},        // traces of functions of K: dozens of products with K, or FigureExact
	{FigureEvidence, 0, regression},           // a second solution at another ridge: at most a tenth of the regression
	{FigureEvidenceExact, 0, exactRegression}, // a sum over the factor of the exact regression
	{FigureCalibration, 0, regression},        // variances at the test rows: O(rank²) each
	{FigureDiagnostics, 0, nil},               // all eigenpairs of K, once for all methods: O(n³)
	{FigureBounds, 0, nil},                    // the theory's predictions; a factorisation of K for every ridge: O(n³)
}

// AllFigures returns all figures, since n = 0 is above none of their limits.
func AllFigures() Figures { return DefaultFigures(0) }

// DefaultFigures returns the figures that are computed at n rows if none are named.
func DefaultFigures(n int) Figures {
	var list Figures
	for _, f := range figureTable {
		if n <= f.most {
			list = append(list, f.figure)
		}
	}
	return list
}

// Figures is a set of figures, in their order.
type Figures []Figure

// Has reports whether a figure is in the set.
func (s Figures) Has(f Figure) bool { return slices.Contains(s, f) }

// Covers reports whether all figures of another set are in the set.
func (s Figures) Covers(other Figures) bool {
	return !slices.ContainsFunc(other, func(f Figure) bool { return !s.Has(f) })
}

// fill reports whether runs that compute the figures fill a column.
func (s Figures) fill(c Column) bool {
	return s.Covers(c.Needs()) || c.Figure == FigureEvidenceExact && s.Covers(Column{Figure: FigureTraces}.Needs())
}

// With returns the set with some more figures.
func (s Figures) With(more ...Figure) Figures {
	return slices.DeleteFunc(AllFigures(), func(f Figure) bool { return !s.Has(f) && !slices.Contains(more, f) })
}

// Without returns the set without some figures.
func (s Figures) Without(some ...Figure) Figures {
	return slices.DeleteFunc(slices.Clone(s), func(f Figure) bool { return slices.Contains(some, f) })
}

// Names returns the names of the figures.
func (s Figures) Names() []string {
	names := make([]string, len(s))
	for i, f := range s {
		names[i] = string(f)
	}
	return names
}

// ParseFigures parses a list such as `error,rank_used,seconds`. Its elements are names of figures or of columns. `all`
// stands for all figures, and `fit` for none. The error is a *SpecError.
func ParseFigures(text string) (Figures, error) {
	if text == "all" {
		return AllFigures(), nil
	}
	named := map[string]Figures{"fit": nil}
	for _, f := range AllFigures() {
		named[string(f)] = Column{Figure: f}.Needs()
	}
	for _, c := range AllColumns() { // none for a column that every run fills
		if !c.Input && c.content.kind != textCells {
			named[c.Name] = c.Needs()
		}
	}
	set := Figures{}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		some, known := named[name]
		if !known {
			return nil, unknown("figure", name, slices.Sorted(maps.Keys(named)))
		}
		set = set.With(some...)
	}
	return set, nil
}

// chooseFigures sets the figures if none are given: for all rows, the default figures at the largest n of the sweep.
func chooseFigures(p *Plan) error {
	if p.Spec.Figures != nil {
		return nil
	}
	largest := p.Spec.MostRows(p.store.Source().Rows())
	p.Spec.Figures = DefaultFigures(largest)
	var left []string
	isStandardError := func(name string) bool { return strings.HasSuffix(name, StandardErrorOf("")) }
	ridge := p.Regresses() && p.learner() == trial.LearnRidge
	for _, f := range figureTable {
		if f.most > 0 && !p.wants(f.figure) && (f.figure != FigureExact || ridge) {
			left = append(left, slices.DeleteFunc(NamesFor(f.figure), isStandardError)...)
		}
	}
	if left != nil {
		const text = "not computed at n = %d because they would take most of the time: %s"
		p.note(fmt.Sprintf(text, largest, strings.Join(left, ", ")), remedy.By("name them", "figures", ""))
	}
	return nil
}

// NoDiagnostics returns the reason why there are no diagnostics at n rows, or "".
func NoDiagnostics(n int) string {
	if n <= exact.DiagnosticsLimit {
		return ""
	}
	return fmt.Sprintf("diagnostics are for n up to %d, not %d", exact.DiagnosticsLimit, n)
}

// diagnosed reports whether a cell has diagnostics.
func (p *Plan) diagnosed(s trial.Setting) bool {
	return p.wants(FigureDiagnostics) && NoDiagnostics(s.Draw.N) == ""
}

// noteDiagnostics adds a note if the spec asks for diagnostics and n is too large for them.
func noteDiagnostics(p *Plan) {
	if why := NoDiagnostics(p.Spec.MostRows(0)); p.wants(FigureDiagnostics) && why != "" {
		p.note(why+": their columns stay empty", remedy.Change(remedy.Lower, model.TrainRowsName))
	}
}
