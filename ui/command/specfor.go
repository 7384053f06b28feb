package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// specFor completes the spec with the settings that depend on the data, and returns notes on them.
func (s *settings) specFor(source data.Source) (sweep.Spec, []string, error) {
	if err := errors.Join(s.checkTwice(), s.checkWith()); err != nil {
		return s.spec, nil, err
	}
	spec := s.rows(source, lab.UsualTest(source), sweep.DefaultRows)
	if s.resumed && !s.flags.isGiven("methods") { // the explorer says which methods of the session can't run
		return spec, nil, nil
	}
	var notes []string
	wanted, takers := strings.Split(s.chosen, ","), takers(s.methods)
	isWanted := func(name string) bool { return slices.Contains(wanted, name) }
	switch {
	case s.chosen == "all":
		wanted = model.Names(s.methods)
	case source.Landmarks() == nil:
	case !s.flags.isGiven("methods"):
		wanted = append(wanted, takers...)
	case !slices.ContainsFunc(takers, isWanted):
		notes = append(notes, unusedLandmarks(s.methods))
	}
	candidates := slices.DeleteFunc(slices.Clone(s.methods), func(m model.Method) bool { return !isWanted(m.Name) })
	able, left := sweep.Applicable(candidates, spec.Kernel, spec.MostRows(source.Rows()), source)
	known := model.Names(candidates)
	if !s.flags.isGiven("methods") { // methods of --methods keep their order
		wanted = known
	}
	spec.Methods = slices.DeleteFunc(slices.Clone(wanted), func(name string) bool { // Prepare refuses an unknown one
		return slices.Contains(known, name) && !slices.Contains(able, name)
	})
	if len(spec.Methods) == 0 { // Prepare says why none can run
		spec.Methods, left = wanted, nil
	}
	for _, why := range left {
		notes = append(notes, "left out: "+why)
	}
	return spec, notes, nil
}

// prepare plans the runs of a spec on a source.
func (s *settings) prepare(ctx context.Context, spec sweep.Spec, source data.Source) (*sweep.Plan, error) {
	return data.Await(ctx, func() (*sweep.Plan, error) { return sweep.Prepare(spec, s.methods, sweep.NewStore(source)) })
}

// checkTwice returns an error if γ and σ are both given or swept, or if m of a sweep follows from a condition and is
// swept or computed.
func (s *settings) checkTwice() error {
	gamma, sigma := s.flags.isGiven(model.GammaName), s.flags.isGiven(model.SigmaName)
	hasM := s.spec.Formula(model.BudgetName) != ""
	if s.flags.isGiven("over") {
		for _, axis := range s.spec.Over {
			gamma, sigma = gamma || axis.Name == model.GammaName, sigma || axis.Name == model.SigmaName
			hasM = hasM || axis.Name == model.BudgetName
		}
	}
	if c := s.spec.Condition; hasM && !c.IsZero() && s.flags.Name() == "sweep" { // the explorer can show both
		return usage("m follows from "+c.String()+", and is swept or computed", "leave one of them out")
	}
	if gamma && sigma {
		return usage("--gamma and --sigma are both given or swept, but both set the kernel's width", "leave one of them out")
	}
	return nil
}

// rows returns the spec for a source. Without flags, test is the fraction of test rows, most limits the training rows.
func (s *settings) rows(source data.Source, test float64, most int) sweep.Spec {
	spec := s.spec.Clone()
	if !s.flags.isGiven("test") && (!s.resumed || !source.HasTarget()) {
		spec.Test = test
	}
	if s.resumed {
		return spec
	}
	if !s.flags.isGiven(model.TrainRowsName) {
		spec.N = sweep.UsualRows(source.Rows(), spec.Test, most)
	}
	if !s.flags.isGiven("standardize") {
		spec.Standardize = !source.Raw()
	}
	if spec.Widths != "" && !s.flags.isGiven(model.GammaName, model.SigmaName) {
		spec.Width = spec.Width.WithSigma(1)
	}
	return spec
}

// checkWith returns an error if --with defines a number that no formula uses.
func (s *settings) checkWith() error {
	if !s.flags.isGiven("with") {
		return nil
	}
	couplings, err := s.spec.Couplings(s.params)
	if err != nil || couplings.Unused() == nil {
		return err
	}
	name, all := couplings.Unused()[0], sweep.Coupled(s.params)
	return usage(fmt.Sprintf("--with %s=…: %[1]s is not a parameter, and no later formula uses it", name),
		data.Instead(name, all, "give a formula for one of "+strings.Join(all, ", ")))
}

// figureFlags defines the flags that choose figures: a list, and switches for three groups.
func (s *settings) figureFlags() {
	var list sweep.Figures
	var diagnostics, bounds bool
	regression := true
	f := s.flags
	f.add("figures", "LIST",
		"columns to compute, such as error,rmse_test, all, or fit: what the fit itself gives (default: the cheap ones)",
		read(&list, sweep.ParseFigures).from(listOf(figureWords, "all\tevery figure", "fit\tnone beyond the fit itself")))
	of := func(figure sweep.Figure) string { return strings.Join(sweep.NamesFor(figure), ", ") }
	f.add("diagnostics", "", fmt.Sprintf("add columns that need all eigenpairs of K, O(n³), for n up to %d: %s",
		exact.DiagnosticsLimit, of(sweep.FigureDiagnostics)), whether(&diagnostics))
	f.add("bounds", "", "add columns of the theory's predictions: "+of(sweep.FigureBounds), whether(&bounds))
	f.add("regression", "", "fill the regression columns; =false saves the time (default true)", whether(&regression))
	s.figures = func(n int) sweep.Figures {
		set := list
		if set == nil && (diagnostics || bounds || !regression) {
			set = sweep.DefaultFigures(n)
		}
		if diagnostics {
			set = set.With(sweep.FigureDiagnostics)
		}
		if bounds {
			set = set.With(sweep.FigureBounds)
		}
		if !regression {
			set = set.Without(sweep.FigureRegression, sweep.FigureExact)
		}
		return set
	}
}
