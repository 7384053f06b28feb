// Package matrix is the screen of K, K̃ and what is between them, as pictures.
package matrix

import (
	"cmp"
	"context"
	"slices"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// names returns the names of the pictures.
func names() []string { return []string{"K", "K̃", "|K−K̃|"} }

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "matrix"

// Screen shows the pictures of the present setting and of one method.
type Screen struct {
	screen.Base
	bench *lab.State
	look  *look.Look

	first int // the picture at the left, where there is no room for all
	room  int // cells for them

	others   map[string][][]float64 // |K−K̃| of the methods that have been shown at the present setting
	compared string                 // the one shown before, of these
	setting  string                 // that setting

	screen.Latest[*Found]
}

// Found is the message of the work.
type Found struct {
	Method string
	Maps   *inspect.Maps
}

// about explains how to read the screen.
const about = "K, K̃ and |K−K̃| in repetition 1 at the present setting. K̃ is from the method that is pointed at in the table; if that method does not run, from the first one that does. Rows and columns are ordered by k-means clusters; the knob `clusters` sets their number, and marks at two edges of each picture show where a cluster ends. K and K̃ share a colour scale, |K−K̃| has another for each method: its title names the largest cell, and in parentheses that of the method shown before. Each cell is an average of matrix entries."

// New is the screen of a bench.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{Base: screen.Base{Title: "Matrix", Text: about, Jobs: Jobs}, bench: b, look: l}
}

// Work computes the pictures of the method that is pointed at.
func (s *Screen) Work() []screen.Do {
	name := s.bench.CurrentName()
	if name == "" {
		s.Begin("", nil)
		return []screen.Do{screen.Stop(Jobs)}
	}
	p, ok := s.bench.PictureOf([]string{name})
	key := p.Key() + name
	if !ok || key == s.Key {
		return nil
	}
	if p.Key() != s.setting {
		s.others, s.compared, s.setting = map[string][][]float64{}, "", p.Key()
	}
	if s.Now != nil && s.others[s.Now.Method] != nil {
		s.compared = s.Now.Method
	}
	s.Begin(key, cmp.Or(s.Now, s.Old))
	count := int(s.bench.Setting().Value(model.Clusters(nil), s.bench.Widths()))
	return []screen.Do{screen.Launch{Kind: Jobs, Work: func(ctx context.Context, post func(any)) error {
		plan, err := p.Prepare()
		if err != nil {
			return err
		}
		maps, err := inspect.MapsOf(ctx, plan, plan.Cells[0], count)
		if err == nil {
			post(&Found{name, maps})
		}
		return err
	}}}
}

// Update handles the messages of the work.
func (s *Screen) Update(msg any) []screen.Do {
	switch m := msg.(type) {
	case screen.Left:
		return s.Leave(Jobs)
	case screen.Settled:
		s.room = m.Widths[0]
		return nil
	case screen.NewData:
		s.Latest, s.setting = screen.Latest[*Found]{}, ""
	case *Found:
		s.Now, s.Old = m, nil
		if s.others == nil {
			s.others = map[string][][]float64{}
		}
		s.others[m.Method] = m.Maps.Residual
	}
	return s.End(msg)
}

// seen returns the pictures on screen. They are the previous ones, and stale, until the present ones are computed.
func (s *Screen) seen() (f *Found, stale bool) {
	if s.Now == nil && s.Failed == nil {
		return s.Old, true
	}
	return s.Now, false
}

// Panes returns the pictures, side by side.
func (s *Screen) Panes() screen.Panes {
	return screen.Panes{Charts: []screen.Chart{{
		Title:  func(_ chart.Lines, w int) string { return s.title(w) },
		Draw:   func(_ chart.Lines, w, h int) string { return s.text(w, h) },
		Figure: s.figure, Pixels: s.pixels, Name: s.name,
	}}}
}

// Keys returns the keys of the screen.
func (s *Screen) Keys() []screen.Key {
	return []screen.Key{{First: true, Keys: []string{"v"}, Show: "v", Does: "if K, K̃ and |K−K̃| do not all fit: show the next one", Hint: "value", On: screen.Anywhere,
		Run: func(int) []screen.Do { return s.next() }}}
}

// next puts the next picture first, if they are not all there.
func (s *Screen) next() []screen.Do {
	if fitting(s.room) == len(names()) {
		return []screen.Do{screen.Note("K, K̃ and |K−K̃| are all shown")}
	}
	s.first = (s.first + 1) % len(names())
	return nil
}

// Hint is the word of a key in the footer.
func (s *Screen) Hint(word string, _ int, _ screen.Place) string {
	switch word {
	case "value":
		if fitting(s.room) == len(names()) {
			return ""
		}
		return "first: " + names()[s.first]
	case "log":
		return ""
	}
	return word
}

// State is the choice of the first picture.
func (s *Screen) State() []session.Field {
	return []session.Field{session.Choice("map", names()[s.first], names(), func(name string) { s.first = slices.Index(names(), name) })}
}
