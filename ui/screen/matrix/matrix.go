// Package matrix is the screen of K and of how the methods' K̃ differ from it, as pictures side by side.
package matrix

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/trial"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "matrix"

// What a method's picture shows.
const residuals, approximations = "|K−K̃|", "K̃"

// Screen shows K and pictures of the methods that run.
type Screen struct {
	screen.Base
	bench *lab.State
	look  *look.Look
	shows string // residuals or approximations
	screen.Latest[map[string]*Found]
}

// Found is the message of the work: the pictures of a method, or why there are none.
type Found struct {
	Method  string
	Maps    *inspect.Maps
	Missing string
}

// New returns the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{Base: screen.Base{Title: "Matrix", Topic: "matrix", Jobs: Jobs}, bench: b, look: l, shows: residuals}
}

// Work computes the pictures of the methods that run. Those of the same setting stay.
func (s *Screen) Work() []screen.Do {
	names := s.bench.Setting.Active(s.bench.Methods)
	if len(names) == 0 {
		s.Begin("", "", nil)
		return []screen.Do{screen.Stop(Jobs)}
	}
	p, ok := s.bench.PictureOf(names)
	ordered := "" // the method whose clusters order the rows: the first that has its own
	for _, method := range s.bench.Methods {
		if method.Clusters && ordered == "" && slices.Contains(names, method.Name) {
			ordered = method.Name
		}
	}
	base := p.Key() + ordered
	key := fmt.Sprint(base, names)
	if !ok || key == s.Key {
		return nil
	}
	old := map[string]*Found{}
	maps.Copy(old, s.Old)
	maps.Copy(old, s.Now)
	if s.Begin(key, base, old); s.Now == nil {
		s.Now = map[string]*Found{}
	}
	missing := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return s.Now[name] != nil })
	count := int(s.bench.Setting.Value(model.Clusters(nil)))
	return []screen.Do{screen.Launch{Kind: Jobs, Work: func(ctx context.Context, post func(any)) error {
		plan, err := p.Prepare()
		if err != nil {
			return err
		}
		first := max(slices.IndexFunc(plan.Cells, func(c trial.Setting) bool { return c.Method.Name == ordered }), 0)
		groups, err := inspect.ClustersOf(ctx, plan, plan.Cells[first], count)
		if err != nil {
			return err
		}
		for _, c := range plan.Cells {
			if ctx.Err() != nil || !slices.Contains(missing, c.Method.Name) {
				continue
			}
			found := &Found{Method: c.Method.Name}
			if found.Maps, err = inspect.MapsOf(ctx, plan, c, groups); err != nil {
				found.Missing = lab.Reason(err)
			}
			post(found)
		}
		return ctx.Err()
	}}}
}

// Update handles the messages of the work.
func (s *Screen) Update(msg any) []screen.Do {
	switch m := msg.(type) {
	case screen.Left:
		return s.Leave(Jobs)
	case screen.NewData:
		s.Latest = screen.Latest[map[string]*Found]{}
	case *Found:
		if s.Now != nil { // else its data are gone
			s.Now[m.Method] = m
		}
	}
	return s.End(msg)
}

// seen returns the pictures of a method. They are the previous ones, and stale, until the present ones are computed.
func (s *Screen) seen(name string) (f *Found, stale bool) {
	if f = s.Now[name]; f == nil && s.Failed == nil {
		return s.Old[name], true
	}
	return f, false
}

// Panes returns the pictures.
func (s *Screen) Panes() screen.Panes {
	names := map[string]string{residuals: "matrix errors", approximations: "matrix approximations"}
	return screen.Panes{Charts: []screen.Chart{{
		Title: s.title, Draw: s.text, Figure: s.figure, Pixels: true, Click: s.click, Name: names[s.shows],
	}}}
}

// title says what the pictures show.
func (s *Screen) title(_ chart.Lines, w int) string {
	what, order := "how K̃ differs from K: |K−K̃| on one logarithmic scale", ""
	if s.shows == approximations {
		what = "K, and K̃ of each method on the same scale"
	}
	for _, name := range s.bench.Setting.Active(s.bench.Methods) {
		if f, _ := s.seen(name); f != nil && f.Maps != nil {
			order = ", " + number.Plural(f.Maps.N, "point") + " in " +
				number.Plural(len(f.Maps.Clusters.Sizes), "cluster")
		}
	}
	short, _, _ := strings.Cut(what, ":")
	return s.look.Longest(w, what+order, what, short+order, short, s.shows)
}

// Keys returns the keys of the screen.
func (s *Screen) Keys(int) []screen.Key {
	other := screen.Only(func() { s.shows = s.other() })
	return []screen.Key{screen.NewKey("v", "show K̃ of each method, or how it differs from K", s.other(), other).Early()}
}

// other returns what v shows next.
func (s *Screen) other() string {
	if s.shows == residuals {
		return approximations
	}
	return residuals
}

// State is what the pictures show.
func (s *Screen) State() []session.Field {
	show := func(name string) { s.shows = name }
	return []session.Field{session.Choice("map", s.shows, []string{residuals, approximations}, show)}
}
