package command

import (
	"fmt"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
)

// axis reads one --over NAME=LIST.
func (s *settings) axis(text string) error {
	name, list, ok := strings.Cut(text, "=")
	if !ok {
		return &usageError{fmt.Sprintf("%q is not NAME=LIST", text), "write it as in --over m=10,50,200"}
	}
	all := sweep.Parameters(s.methods)
	p, ok := sweep.Parameter(all, model.Name(name))
	if !ok {
		return unknown("parameter", name, sweep.ParameterNames(all))
	}
	values, err := sweep.ParseList(p, list)
	if err != nil {
		return err
	}
	s.spec.Over = append(s.spec.Over, sweep.Axis{Name: p.Name, Values: values})
	return nil
}

// with reads one --with NAME=FORMULA.
func (s *settings) with(text string) error {
	c, err := sweep.ParseCoupling(text)
	if err != nil {
		return err
	}
	all := sweep.Parameters(s.methods)
	if _, isParameter := sweep.Parameter(all, model.Name(c.Name)); !isParameter && s.flags.value(c.Name) != nil {
		return &usageError{fmt.Sprintf("a formula can't set %s; --%s does", c.Name, c.Name), coupleAnother(all)}
	}
	s.spec.With = append(s.spec.With, c)
	_, err = s.spec.Couplings(all)
	return err
}

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
