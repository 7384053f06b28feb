package lesson

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
)

// checkNames checks that what the claims name exists.
func (l *Lesson) checkNames() error {
	var known []string
	for j := range l.source.Dims() {
		if l.learnsWidths {
			known = append(known, widthName(j))
		}
	}
	for _, e := range l.claims {
		s, _ := parseStatement(e.key, e.text)
		if s.key == firstKey {
			known = append(known, s.name)
		}
		if err := l.checkStatement(s, known); err != nil {
			return e.place(err)
		}
		if s.name != "" {
			known = append(known, s.name)
		}
	}
	return l.checkComments(known)
}

// checkStatement checks that what a statement names exists: methods of the setting, the swept parameter, and numbers that
// are known by then.
func (l *Lesson) checkStatement(s statement, known []string) error {
	swept := string(l.Spec.Over[0].Name)
	if err := checkShare(s); err != nil {
		return err
	}
	for _, f := range s.figuresOf() {
		switch {
		case s.key == everyKey && f.method != "":
			return &Error{0, f.column, "in every row names are columns, without a method", ""}
		case s.key == everyKey:
			if _, ok := columnNamed(f.name); !ok {
				return unknownColumn(f.name, f.column)
			}
		case !slices.Contains(l.Spec.Methods, f.method):
			problem, remedy := data.Unknown("method", f.method, l.Spec.Methods)
			return &Error{0, f.column, problem + " in the setting", remedy}
		case f.at != "" && f.at != swept:
			return &Error{0, f.column, fmt.Sprintf("%q is not the swept parameter", f.at), "write at " + swept + "=…"}
		}
		if f.value != nil {
			if err := checkKnown(f.value.Names(), known, f.column); err != nil {
				return err
			}
		}
	}
	for _, hole := range holePattern.FindAllString(s.label, -1) {
		if name := strings.Trim(hole, "{}"); name != "" {
			if err := checkKnown([]string{name}, known, 1); err != nil {
				return err
			}
		}
	}
	for _, x := range s.sides {
		names := slices.DeleteFunc(x.formula.Names(), func(name string) bool { return strings.HasPrefix(name, "_") })
		if err := checkKnown(names, known, x.column); s.key != everyKey && err != nil {
			return err
		}
	}
	return nil
}

// widthName is the name in statements of the width of a feature, from 0.
func widthName(feature int) string { return fmt.Sprintf("width%d", feature+1) }

// checkKnown checks that numbers are known.
func checkKnown(names, known []string, column int) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			remedy := "write a figure as COLUMN of METHOD, or define the name by let, grid, first or share before"
			return &Error{0, column, fmt.Sprintf("%q is not defined", name), remedy}
		}
	}
	return nil
}

func namesOf(methods []model.Method) (names []string) {
	for _, m := range methods {
		names = append(names, m.Name)
	}
	return names
}
