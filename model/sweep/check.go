package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unsafe"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// maxRuns is the maximum number of runs. A plan lists them all before the first one starts.
const maxRuns = 1_000_000

// chooseMethods looks up the spec's methods.
func (p *Plan) chooseMethods(all []model.Method) error {
	if len(p.Spec.Methods) == 0 {
		return &SpecError{"no method is chosen", remedy.By("name at least one", "methods", "")}
	}
	for _, name := range p.Spec.Methods {
		p.Methods = append(p.Methods, all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == name })])
	}
	return nil
}

// UnknownMethod says that no method has a name, and which to choose instead: those with that word, such as rff or
// uniform, in the title, if there are few. The word for all of them stands in no list.
func UnknownMethod(name string, methods []model.Method) error {
	if name == "all" {
		return &SpecError{"all is every method, beside no other", remedy.Do("give all alone, or names of methods")}
	}
	var meant []string
	for _, m := range methods {
		words := strings.FieldsFunc(strings.ToLower(m.Title()), func(r rune) bool { return !unicode.IsLetter(r) })
		if slices.Contains(words, strings.ToLower(name)) {
			meant = append(meant, m.Name)
		}
	}
	if len(meant) > 0 && len(meant) < 4 {
		instead := remedy.Do("did you mean " + strings.Join(meant, " or ") + "?")
		return &SpecError{fmt.Sprintf("unknown method %q", name), instead}
	}
	return unknown("method", name, model.Names(methods))
}

func unknown(what, name string, names []string) error {
	problem, instead := data.Unknown(what, name, names)
	return &SpecError{problem, remedy.Do(instead)}
}

func chooseKernel(p *Plan) error {
	family, _ := kernel.Lookup(p.Spec.Kernel)
	p.family = family
	if err := CheckWidths(family, p.Spec.Widths, p.store.Source().Dims()); err != nil {
		return err
	}
	if err := CheckMatrix(family, p.store.Source()); err != nil {
		return err
	}
	if !family.OnCircle && !family.IsPrecomputed() {
		return nil
	}
	p.Spec.Standardize = false
	if d := p.store.Source().Dims(); d != 1 { // of points: a matrix has one column, its row numbers
		return &SpecError{fmt.Sprintf("the %s kernel is for one column in [0,1), these data have %d", family.Name, d),
			remedy.By("choose one", "columns", "").Or(remedy.Do("choose another kernel"))}
	}
	return nil
}

// CheckWidths returns a *SpecError if the features can't have these widths.
func CheckWidths(family kernel.Family, w kernel.Widths, d int) error {
	err := family.CheckWidths(w, d)
	switch {
	case err == nil:
		return nil
	case !family.TakesWidths():
		return &SpecError{err.Error(), remedy.Do("choose another kernel").Or(remedy.Change(remedy.Omit, "widths"))}
	}
	return &SpecError{err.Error(), remedy.By("give one for each feature", "widths", "")}
}

// CheckMatrix returns an error for a kernel that takes points on a kernel matrix, or for one that is read from a
// matrix on points.
func CheckMatrix(family kernel.Family, source data.Source) error {
	switch isMatrix := data.MatrixOf(source) != nil; {
	case isMatrix && !family.IsPrecomputed():
		problem := fmt.Sprintf("%s holds a kernel matrix, and the %s kernel is for points", source.Name(), family.Name)
		return &SpecError{problem, remedy.By("read it as a matrix", "kernel", kernel.Precomputed)}
	case !isMatrix && family.IsPrecomputed():
		problem := fmt.Sprintf("the %s kernel is for a matrix in a file, and %s holds points", family.Name, source.Name())
		return &SpecError{problem, remedy.Do("choose another kernel").Or(remedy.Do("name a file with a matrix"))}
	}
	return nil
}

// fixWidth sets γ and σ: to the given values, or from the distances in the first repetition's rows.
func fixWidth(p *Plan) (err error) {
	width := p.Spec.Width
	if p.family.HasGamma() && width.IsByRule() {
		if p.distances, err = p.Distances(); err != nil {
			return err
		}
		if err := CheckWidth(&p.Spec, p.family, p.distances); err != nil {
			return err
		}
		if text := width.Fallback(p.distances); text != "" {
			p.note(text, remedy.By("choose another", model.SigmaName, ""))
		}
	}
	p.Gamma, p.Sigma = width.Gamma(p.family, p.distances), width.Sigma(p.family, p.distances)
	return nil
}

// CheckWidth returns a *data.Error if a width by rule is out of range.
func CheckWidth(s *Spec, family kernel.Family, distances kernel.Distances) error {
	sigma, p := s.Width.Sigma(family, distances), model.Sigma(nil)
	if _, err := p.Check(sigma); err == nil {
		return nil
	}
	const problem = "the %s distance of the rows is %.3g, and a width must lie in [%g, %g]"
	remedies := remedy.By("standardise the data", "standardize", "").Or(remedy.Do("rescale them"))
	if s.Standardize { // distances are small beside those of an outlier
		remedies = remedy.Do("choose a width")
	}
	return &data.Error{Problem: fmt.Sprintf(problem, s.Width.Rule(), sigma, p.Min, p.Max), Remedies: remedies}
}

// Distances returns the median and the mean distance of the first repetition's rows, 1 for points without coordinates:
// no width follows from these.
func (p *Plan) Distances() (kernel.Distances, error) {
	if p.family.IsPrecomputed() {
		return kernel.Distances{Known: true, Median: 1, Mean: 1}, nil
	}
	rows, err := p.store.Rows(p.Spec.Draw())
	if err != nil {
		return kernel.Distances{}, err
	}
	return trial.Cached(rows, distancesBy(p.family.Geometry), func() (kernel.Distances, error) {
		return kernel.DistancesOf(rows.Train.X, p.family.Geometry, trial.Stream(p.Spec.Seed, "width")), nil
	})
}

// distancesBy is the key of the distances by a geometry.
type distancesBy model.Geometry

// checkGrid returns an error if an axis has no values or no effect, or if the grid has too many runs.
func checkGrid(p *Plan) error {
	runs := float64(p.Spec.Reps) * float64(len(p.Methods))
	for _, axis := range p.Spec.Over {
		runs *= float64(len(axis.Values))
		switch {
		case len(axis.Values) == 0:
			return &SpecError{fmt.Sprintf("over %s: no values", axis.Name), remedy.Do("give a list such as 10,50,200")}
		case !p.consumers().Uses(axis.Name):
			problem := fmt.Sprintf("over %s: neither the kernel %s nor a chosen method uses it", axis.Name, p.family.Name)
			return &SpecError{problem, remedy.Do("sweep another parameter").Or(remedy.Do("choose other methods"))}
		}
	}
	fewer := remedy.Do("sweep fewer values or repeat less often")
	if runs > maxRuns {
		return &SpecError{fmt.Sprintf("the grid has %.3g runs, more than %d", runs, maxRuns), fewer}
	}
	const each = 2 * int64(unsafe.Sizeof(trial.Setting{})) // append may double the capacity
	if need := each * int64(runs); need > p.Spec.MaxMemory {
		const problem = "the grid has %.0f runs, whose settings alone take %s of memory, more than %s"
		return &SpecError{fmt.Sprintf(problem, runs, model.Bytes(need), model.Bytes(p.Spec.MaxMemory)),
			fewer.Or(remedy.Change(remedy.Raise, "max-memory"))}
	}
	return nil
}

// clampRows lowers n, also on an axis, to the number of rows of the data.
func clampRows(p *Plan) {
	s := &p.Spec
	s.N = int(p.clamped(float64(s.N)))
	for i, axis := range s.Over {
		if axis.Name != model.TrainRowsName {
			continue
		}
		s.Over[i].Values = nil
		for _, v := range axis.Values {
			if v = p.clamped(v); !slices.Contains(s.Over[i].Values, v) {
				s.Over[i].Values = append(s.Over[i].Values, v)
			}
		}
	}
}

// clamped returns n, or the number of rows if the data have fewer. It notes that it lowered n, and that a
// regression then has no test rows left.
func (p *Plan) clamped(n float64) float64 {
	rows := p.store.Source().Rows()
	if rows == 0 || n <= float64(rows) {
		return n
	}
	test := p.Spec.Test
	if p.Spec.Figures != nil && !p.Spec.Figures.Has(FigureRegression) {
		test = 0
	}
	note := ClampNote(n, p.store.Source(), test)
	p.note(note.Text, note.Remedies)
	return float64(rows)
}

// ClampNote says that n is lowered to all rows of the data, which leave none for a test fraction that is not 0.
func ClampNote(n float64, source data.Source, test float64) remedy.Note {
	rows := source.Rows()
	note := remedy.Note{Text: fmt.Sprintf("n = %g clamped to the %d rows of %s", n, rows, source.Name())}
	if test > 0 {
		note.Text += fmt.Sprintf(", and no rows are left for the test fraction %v", test)
		note.Remedies = remedy.By("leave some", model.TrainRowsName, strconv.Itoa(UsualRows(rows, test, rows)))
	}
	return note
}

// checkNeeds returns an error if a method does not suit the kernel or the number of rows.
func checkNeeds(p *Plan) error {
	for _, c := range p.Cells {
		m, n, d, landmarks := c.Method, c.Draw.N, p.store.Source().Dims(), p.store.Source().Landmarks().Count()
		leave, f := "leave "+m.Name+" out", model.Fitter(nil)
		instead := remedy.Do("choose another kernel, or " + leave)
		if m.Needs.Landmarks && landmarks == 0 { // m may be 0, and there is no fitter
			instead = remedy.By("name one", "landmarks", "FILE").Or(remedy.Do(leave))
		} else {
			f = c.Fitter()
		}
		if most := m.Needs.MaxN; most > 0 && n > most {
			instead = remedy.By("draw fewer", model.TrainRowsName, strconv.Itoa(most)).Or(remedy.Do(leave))
		}
		if most := m.Needs.MaxDims; most > 0 && d > most {
			instead = remedy.Do("choose fewer columns as features, or " + leave)
		}
		if why := m.Unmet(f, c.Kernel.Function(), n, d, landmarks); why != "" {
			return &SpecError{why, instead}
		}
	}
	return nil
}
