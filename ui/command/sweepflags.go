package command

import (
	"fmt"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
)

// coupleAnother lists the parameters that --with can set.
func coupleAnother(params []model.Param) string {
	return "give a formula for one of " + strings.Join(sweep.Coupled(params), ", ")
}

// checkWith returns an error if --with defines a number that no formula uses.
func (s *settings) checkWith(spec sweep.Spec) error {
	if !s.flags.isGiven("with") {
		return nil
	}
	all := sweep.Parameters(s.methods)
	couplings, err := spec.Couplings(all)
	if err != nil {
		return err
	}
	unused := couplings.Unused()
	if unused == nil {
		return nil
	}
	name, remedy := unused[0], coupleAnother(all)
	if near := data.Nearest(name, sweep.Coupled(all)); near != "" {
		remedy = fmt.Sprintf("did you mean %s?", near)
	}
	return &usageError{fmt.Sprintf("--with %s=… has no effect: %s is not a parameter, and no later formula uses it", name, name), remedy}
}

// figureFlags defines the flags that choose figures: a list, and three groups. The function
// that it returns gives the chosen figures for n rows, or nil for the default.
func figureFlags(f *flags) func(n int) sweep.Figures {
	var list sweep.Figures
	var diagnostics, bounds bool
	regression := true
	f.add("figures", "LIST", "columns to compute, such as error,rmse_test; all for every column, fit for no more than the fit itself gives (default: those that cost at most a few times the fits)", func(text string) (err error) {
		list, err = sweep.ParseFigures(text)
		return err
	})
	f.offer("figures", values{words: figureWords, paths: neither, isList: true, also: []candidate{{"all", "every figure"}, {"fit", "none beyond the fit itself"}}})
	f.addBool("diagnostics", fmt.Sprintf("add columns that need all eigenpairs of K, O(n³), for n up to %d: %s", exact.DiagnosticsLimit,
		strings.Join(sweep.DiagnosticNames(), ", ")), &diagnostics)
	f.addBool("bounds", "add columns with the theory's predictions: "+strings.Join(sweep.BoundNames(), ", "), &bounds)
	f.addBool("regression", "fill the regression columns if there is a target; --regression=false saves the time they take (default true)", &regression)
	return func(n int) sweep.Figures {
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
