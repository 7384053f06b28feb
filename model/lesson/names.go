package lesson

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/model/sweep"
)

// checkNames checks that what the claims name exists.
func (l *Lesson) checkNames() error {
	var known []string
	for j := range l.Source.Dims() {
		if l.learnsWidths {
			known = append(known, widthName(j))
		}
	}
	for _, s := range l.claims {
		if s.key == firstKey || s.key == lastKey {
			known = append(known, s.name)
		}
		if err := l.checkStatement(s, known); err != nil {
			return s.place(err)
		}
		if s.name != "" {
			known = append(known, s.name)
		}
	}
	for _, s := range l.comments() {
		if err := l.checkStatement(s, known); err != nil {
			return s.place(err)
		}
	}
	return nil
}

// checkStatement checks that what a statement names exists: methods of the setting, the swept parameter, and numbers
// that are known by then.
func (l *Lesson) checkStatement(s statement, known []string) error {
	swept := string(l.Spec.Over[0].Name)
	if err := s.checkShare(true); err != nil {
		return err
	}
	for _, f := range s.figuresOf() {
		switch {
		case f.Label != "":
			return fault(f.column, "", "a lesson has one experiment, without a label")
		case !slices.Contains(l.Spec.Methods, f.Method):
			problem, remedy := data.Unknown("method", f.Method, l.Spec.Methods)
			return &Error{0, f.column, problem + " in the setting", remedy}
		}
		if _, ok := sweep.ColumnNamed(f.Column); !ok {
			return unknownColumn(f.Column, f.column+utf8.RuneCountInString(f.text[:max(0, strings.Index(f.text, f.Column))]))
		}
		for _, p := range f.places {
			if v, err := p.value.Value(nil); err == nil && p.name == swept && !l.sweeps(v) {
				return fault(f.column, "add it to --over", "%s is not on the grid", l.setting(l.Spec.Over[0].Name, v))
			}
		}
	}
	return s.checkKnown(known, swept)
}

// checkKnown checks that numbers are known, and that all figures and folds are over swept, "" for any setting.
func (s statement) checkKnown(known []string, swept string) error {
	for _, hole := range holePattern.FindAllString(s.label, -1) {
		if name := strings.Trim(hole, "{}"); name != "" && !slices.Contains(known, name) {
			return undefined(name, 1)
		}
	}
	for _, x := range s.sides {
		if err := x.check(known, swept); err != nil {
			return err
		}
	}
	return nil
}

// check does so for an expression.
func (x expression) check(known []string, swept string) error {
	names := slices.DeleteFunc(x.formula.Names(), func(name string) bool { return strings.HasPrefix(name, "_") })
	if err := checkKnown(names, known, x.column); err != nil {
		return err
	}
	for _, f := range x.figures {
		for _, p := range f.places {
			if swept != "" && p.name != swept {
				return fault(f.column, "write at "+swept+"=…", "%q is not the swept parameter", p.name)
			}
			if err := checkKnown(p.value.Names(), known, f.column); err != nil {
				return err
			}
		}
	}
	for _, f := range x.folds {
		if swept != "" && f.axis != swept {
			return fault(x.column, "write over "+swept, "%q is not the swept parameter", f.axis)
		}
		for _, part := range f.parts() {
			if err := part.check(append(slices.Clone(known), f.axis), swept); err != nil {
				return err
			}
		}
	}
	return nil
}

// widthName returns the name, in statements, of the width of a feature, counted from 0.
func widthName(feature int) string { return fmt.Sprintf("width%d", feature+1) }

// checkKnown checks that numbers are known.
func checkKnown(names, known []string, column int) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			return undefined(name, column)
		}
	}
	return nil
}

// undefined returns the error of a number that is not known.
func undefined(name string, column int) error {
	const remedy = "write a figure as COLUMN of METHOD, or define the name by let, first, last or share before"
	return fault(column, remedy, "%q is not defined", name)
}
