package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/remedy"
	"gramscope/ui/chooser"
	"gramscope/ui/lab"
	"gramscope/ui/number"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// lineKnobs are all parameters: also those of methods that don't run now.
func (m *explorer) lineKnobs() []model.Param { return sweep.Parameters(m.Methods) }

// knobVerb sets a parameter.
func (m *explorer) knobVerb(p model.Param) verb {
	v := verb{names: []string{p.Name}, arg: "VALUE", doc: p.Doc, among: kind{"PARAMETER VALUE", "set a parameter, as a knob does: gamma 0.5, kernel laplacian"}}
	if p.Symbol != p.Name {
		v.names = append(v.names, p.Symbol)
	}
	v.choices = func(m *explorer) []widget.Item { return m.knobChoices(p) }
	v.read = func(m *explorer, arg string) (action, error) { return m.readKnob(p, arg) }
	return v
}

// knobChoices are values to begin with: the present one, the default, and what
// stands for one.
func (m *explorer) knobChoices(p model.Param) []widget.Item {
	now := m.Setting.Value(p, m.Widths())
	var list []widget.Item
	for i, c := range p.Choices {
		it := widget.Item{Name: c}
		if float64(i) == now {
			it.Note = "now"
		}
		list = append(list, it)
	}
	if p.Choices != nil {
		return list
	}
	if !math.IsNaN(now) {
		list = append(list, widget.Item{Name: rounded(p, now), Note: "now"})
	}
	if d := p.Default; !math.IsNaN(d) && d != now {
		list = append(list, widget.Item{Name: p.Format(d), Note: "default"})
	}
	if p.Name == "sigma" {
		list = append(list, widget.Item{Name: "median", Note: "of the distances"}, widget.Item{Name: "mean", Note: "of the distances"})
	}
	return list
}

// rounded writes a value in three digits, if that is one.
func rounded(p model.Param, v float64) string {
	text := number.Short(v)
	if _, err := p.Parse(text); err != nil {
		return p.Format(v)
	}
	return text
}

func (m *explorer) readKnob(p model.Param, arg string) (action, error) {
	switch {
	case p.Name == "sigma" && (arg == "median" || arg == "mean"):
		return func(m *explorer) { m.change(func(s *lab.Setting) { s.Reset(p); s.Spec.Width = arg }) }, nil
	case arg == "" && p.Choices == nil:
		return nil, fmt.Errorf("%s: %s; type a number from %s to %s", p.Name, p.Doc, number.Short(p.Min), number.Short(p.Max))
	case p.Choices != nil:
		name, err := nearestOf(p.Name, arg, p.Choices)
		if err != nil {
			return nil, err
		}
		arg = name
	}
	value, err := p.Parse(arg)
	if err != nil {
		return nil, withRange(err, p)
	}
	return func(m *explorer) {
		m.change(func(s *lab.Setting) { s.Set(p, value) })
		m.buildPanel()
		if slices.ContainsFunc(m.panel.Knobs, func(k widget.Knob) bool { return k.Name == p.Name }) {
			m.panel.Chosen = p.Name
			m.explain()
		} else {
			m.Tell(fmt.Sprintf("%s: neither the kernel nor a chosen method uses it (%s)", p.Name, p.Doc))
		}
	}, nil
}

// nearestOf finds a name, in capitals or not, or says which is the nearest.
func nearestOf(what, name string, all []string) (string, error) {
	for _, one := range all {
		if strings.EqualFold(one, name) {
			return one, nil
		}
	}
	if name == "" {
		return "", fmt.Errorf("which %s? tab lists them", what)
	}
	if near := data.Nearest(name, all); near != "" {
		return "", fmt.Errorf("there is no %s %q; did you mean %s?", what, name, near)
	}
	return "", fmt.Errorf("there is no %s %q; tab lists them", what, name)
}

// methodVerbs tick methods.
func methodVerbs() []verb {
	one := func(names []string, doc string, apply func(ticked, named []string) []string) verb {
		return verb{names: names, arg: "METHOD,…", doc: doc, list: true, choices: (*explorer).methodChoices,
			read: func(m *explorer, arg string) (action, error) {
				named, err := m.methodsNamed(arg)
				if err != nil {
					return nil, err
				}
				return func(m *explorer) {
					m.change(func(s *lab.Setting) {
						s.Spec.Methods = apply(slices.Clone(s.Spec.Methods), named)
						s.Demand(named...)
					})
				}, nil
			}}
	}
	added := func(ticked, named []string) []string {
		for _, name := range named {
			if !slices.Contains(ticked, name) {
				ticked = append(ticked, name)
			}
		}
		return ticked
	}
	return []verb{
		one([]string{"methods", "method"}, "run these methods and no others", func(_, named []string) []string { return added(nil, named) }),
		one([]string{"+"}, "run these methods, too", added),
		one([]string{"-"}, "leave these methods out", func(ticked, named []string) []string {
			return slices.DeleteFunc(ticked, func(name string) bool { return slices.Contains(named, name) })
		}),
	}
}

// methodsNamed reads a list of methods that can run.
func (m *explorer) methodsNamed(arg string) ([]string, error) {
	var all, named []string
	for _, method := range m.Methods {
		all = append(all, method.Name)
	}
	for _, name := range strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == ' ' }) {
		found, err := nearestOf("method", name, all)
		if err != nil {
			return nil, err
		}
		if why := m.Setting.Unmet(m.Methods[m.Place(found)]); why != "" {
			return nil, &sweep.SpecError{Problem: why, Remedies: remedy.Do("choose another kernel")}
		}
		named = append(named, found)
	}
	if named == nil {
		return nil, fmt.Errorf("which methods? tab lists them; commas stand between several")
	}
	return named, nil
}

func (m *explorer) methodChoices() []widget.Item {
	var list []widget.Item
	for _, method := range m.Methods {
		if m.Setting.Unmet(method) == "" {
			list = append(list, widget.Item{Name: method.Name, Note: method.Doc})
		}
	}
	return list
}

func (m *explorer) overChoices() []widget.Item {
	var list []widget.Item
	for _, p := range m.Setting.Sweepable(m.Methods) {
		list = append(list, widget.Item{Name: p.Name, Note: p.Doc})
	}
	return list
}

func (m *explorer) readOver(arg string) (action, error) {
	for _, p := range m.Setting.Sweepable(m.Methods) {
		if arg == p.Symbol {
			arg = p.Name
		}
	}
	name, err := nearestOf("parameter to sweep over", arg, names(m.overChoices()))
	if err != nil {
		return nil, err
	}
	return func(m *explorer) {
		if own := m.screen(); own.Need().Over != "" {
			m.send(own, screen.SweepOver(name))
			m.follow()
			return
		}
		m.chooseAxis(name)
	}, nil
}

// choosing is the screen whose figures a command chooses: the present one, and the
// first where that has none to choose from.
func (m *explorer) choosing() screen.Screen {
	if own := m.screen(); own.Values() != nil {
		return own.Screen
	}
	return m.screens[0].Screen
}

// valueChoices are the figures that can be shown.
func (m *explorer) valueChoices() []widget.Item { return m.choosing().Values() }

func (m *explorer) readValue(arg string) (action, error) {
	for _, s := range m.valueChoices() {
		if arg == s.Column {
			arg = s.Name
		}
	}
	label, err := nearestOf("figure", arg, names(m.valueChoices()))
	if err != nil {
		return nil, err
	}
	return func(m *explorer) {
		on := m.choosing()
		m.send(on, screen.ShowValue(label))
		m.follow()
		if on != m.screen().Screen {
			m.Tell(label + ": screen 1 shows it")
		}
	}, nil
}

func dataChoices(*explorer) []widget.Item {
	var list []widget.Item
	for _, p := range chooser.BuiltIn() {
		list = append(list, widget.Item{Name: p.Name, Note: p.Note})
	}
	return list
}

func readData(_ *explorer, arg string) (action, error) {
	if arg == "" {
		return nil, fmt.Errorf("which data? a built-in set, or the path of a file; tab lists them")
	}
	for _, p := range chooser.BuiltIn() {
		if strings.EqualFold(p.Name, arg) {
			return func(m *explorer) { m.useSource(p.Source, nil) }, nil
		}
	}
	if near := data.Nearest(arg, names(dataChoices(nil))); near != "" && !strings.ContainsAny(arg, "./") {
		return nil, fmt.Errorf("there is no set %q; did you mean %s? the path of a file has a dot or a slash", arg, near)
	}
	return func(m *explorer) {
		m.openChooser()
		m.carry(m.chooser.Read(chooser.Home(arg)))
	}, nil
}

func lessonChoices(m *explorer) []widget.Item {
	var list []widget.Item
	for _, l := range m.lessons.all {
		list = append(list, widget.Item{Name: l.Name, Note: l.Title})
	}
	return list
}

func readLesson(_ *explorer, arg string) (action, error) {
	all := lessonNames()
	name, err := nearestOf("lesson", arg, all)
	if err != nil {
		return nil, err
	}
	return func(m *explorer) { m.openLesson(slices.Index(all, name)) }, nil
}
