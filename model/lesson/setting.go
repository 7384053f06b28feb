package lesson

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/sweep"
)

// readSweep reads the setting. Unless the line says otherwise, m is the size of dictionaries, and a fifth of the rows
// is for tests, as the explorer has it.
func (l *Lesson) readSweep(text string, methods []model.Method) error {
	spec := sweep.DefaultSpec(sweep.DefaultRows)
	usually := model.Values{model.SizeRuleName: model.SizeByBudget, model.QBarName: model.QBar(nil).Default}
	spec.Assignment = spec.WithAll(usually)
	spec.Test = 0.2
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "sweep" {
		words[0] = "--test=0.2" // the line may be one that the explorer has copied
	}
	usual := spec
	spec, name, err := flagtext.Read(words, usual, l.params)
	var bad *flagtext.WordError
	for l.ours && errors.As(err, &bad) && bad.Unknown { // a parameter of a method that is not among methods
		words = slices.Delete(words, bad.Word, bad.Word+2)
		spec, name, err = flagtext.Read(words, usual, l.params)
	}
	switch {
	case errors.As(err, &bad):
		return &Error{0, wordColumn(text, bad.Word), bad.Problem, bad.Remedy}
	case len(spec.Over) == 0:
		return fault(1, "sweep a parameter, as in --over m=10,20,40", "the setting has no --over")
	}
	names := model.Names(methods)
	for _, method := range spec.Methods {
		if !l.ours && !slices.Contains(names, method) {
			word := slices.IndexFunc(words, func(word string) bool { return strings.Contains(word, method) })
			problem, remedy := data.Unknown("method", method, names)
			return &Error{0, wordColumn(text, word), problem, remedy}
		}
	}
	set, ok, err := synthetic.Find(name)
	switch {
	case err != nil:
		return fault(wordColumn(text, len(words)-1), "", "%v", err)
	case !ok:
		var sets []string
		for _, g := range synthetic.Generators() {
			sets = append(sets, g.Name())
		}
		_, remedy := data.Unknown("set", name, sets)
		return fault(wordColumn(text, len(words)-1), remedy, "%q is not a built-in set", name)
	}
	if spec.Figures == nil {
		spec.Figures = sweep.Figures{sweep.FigureError, sweep.FigureStableRank, sweep.FigureApproxRank}
	}
	l.Data, l.Source, l.Spec = name, set, spec
	return nil
}

// wordColumn returns the column at which a word of a text begins, or the column after the text's end.
func wordColumn(text string, word int) int {
	at := len(text)
	if places := words.FindAllStringIndex(text, -1); word < len(places) {
		at = places[word][0]
	}
	return utf8.RuneCountInString(text[:at]) + 1
}

var words = regexp.MustCompile(`[^\s\p{Z}]+`)
