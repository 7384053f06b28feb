package matrix

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/screen"
)

// panel is the picture of K, or of a method.
type panel struct {
	chart.Matrix
	method  string // "" for K
	missing string // why there is no picture
}

// panels returns up to count pictures, K first, on the scales of all methods that run. There are none until one is
// known.
func (s *Screen) panels(count int) []panel {
	names := s.bench.Setting().Active(s.bench.Methods())
	all := map[string]panel{}
	k, entries, misses, least := panel{}, 0.0, 0.0, math.Inf(1)
	for _, name := range names {
		p := panel{method: name, missing: "computing"}
		if f, stale := s.seen(name); f != nil && f.Maps == nil {
			p.missing = f.Missing
		} else if f != nil {
			p.missing, p.Faint, p.Cuts, p.Values = "", stale, f.Maps.Cuts, f.Maps.Residual
			p.Title = name + ": up to " + number.Figure(largest(f.Maps.Residual))
			misses, least = max(misses, largest(f.Maps.Residual)), min(least, typical(f.Maps.Residual))
			entries = max(entries, largest(f.Maps.K))
			if s.shows == approximations {
				p.Values, p.Title, entries = f.Maps.Approx, "K̃ of "+name, max(entries, largest(f.Maps.Approx))
			}
			if k.Values == nil || k.Faint {
				k.Matrix = chart.Matrix{Title: "K", Values: f.Maps.K, Cuts: f.Maps.Cuts, Faint: stale}
			}
		}
		all[name] = p
	}
	if k.Values == nil {
		return nil
	}
	list := []panel{k}
	for _, name := range screen.Visible(s.bench, names, count-1) {
		list = append(list, all[name])
	}
	full, start := scale(misses, least)
	for i := range list {
		list[i].Full, list[i].Least = entries, 0
		if i > 0 && s.shows == residuals {
			list[i].Full, list[i].Least = full, start
		}
	}
	return list
}

// largest returns the largest absolute value of a matrix.
func largest(values [][]float64) float64 {
	least, most := chart.Matrix{Values: values}.Extent()
	return max(-least, most)
}

// typical returns the median of the positive values of a matrix, +Inf if there are none.
func typical(values [][]float64) float64 {
	list := slices.DeleteFunc(slices.Concat(values...), func(v float64) bool { return !(v > 0) })
	if len(list) == 0 {
		return math.Inf(1)
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// scale returns the ends of the logarithmic scale of errors up to largest, in whole decades: it starts at a third of
// the median of the method that has the least one, but at most eight decades below its end.
func scale(largest, median float64) (full, least float64) {
	if !(largest > 0) {
		return 0, 0
	}
	end := math.Ceil(math.Log10(largest) - 1e-9)
	from := max(min(math.Floor(math.Log10(median/3)), end-1), end-8)
	return math.Pow(10, end), math.Pow(10, from)
}

// arrange returns how the pictures stand in w×h cells, of which the last line is their legend.
func (s *Screen) arrange(w, h int) chart.Multiples {
	m := chart.Arrange(1+len(s.bench.Setting().Active(s.bench.Methods())), w, h-1)
	m.W = min(m.W, max(2*m.H, 18)) // with room for names
	m.H = min(m.H, m.W/2+2)
	return m
}

// text draws as many pictures as there is room for, and their scales.
func (s *Screen) text(_ chart.Lines, w, h int) string {
	l, at := s.look, s.arrange(w, h)
	list := s.panels(at.Count)
	if len(list) == 0 {
		why := s.bench.NoPicture(s.Failed)
		for _, f := range s.Now {
			why = f.Method + ": " + f.Missing
		}
		if s.bench.CurrentName() == "" {
			why = "no method runs: choose one in the table"
		}
		return l.Filled(l.Message(why, w, h), w)
	}
	if l.Blank != 0 {
		return screen.Rendered(l, nil, w, h)
	}
	signed := slices.ContainsFunc(list, func(p panel) bool { // by a visible entry below 0
		least, full := p.Extent()
		return p.Least == 0 && least <= -full/(2*chart.HeatLevels)
	})
	var texts []string
	for i := range list {
		p := &list[i]
		p.Fine, p.Signed = l.Fine(), signed && p.Least == 0
		if at.H < 10 { // the picture needs the room
			p.Cuts = nil
		}
		head := l.Strong.Render("K")
		if p.method != "" {
			_, end, _ := strings.Cut(p.Title, p.method)
			head = screen.Heading(s.bench, l, p.method, at.W, end, strings.Replace(end, "up to ", "", 1))
		}
		body := strings.Join(l.Message(p.missing, at.W, at.H-1), "\n")
		if p.missing == "" {
			body = look.Compact(p.Render(at.W, at.H-1, l.Glyphs, l.Paint))
		}
		texts = append(texts, head+"\n"+body)
	}
	room := min(w/2-6, 28)
	legend := " K " + list[0].Legend(room, l.Glyphs, l.Paint)
	if s.shows == residuals {
		legend += "  " + l.Text(residuals) + " " + list[len(list)-1].Legend(room, l.Glyphs, l.Paint)
	}
	return l.Page(append(at.Join(texts), legend), w, h)
}

// click points at the method of a picture.
func (s *Screen) click(x, y, w, h int) []screen.Do {
	at := s.arrange(w, h)
	list := s.panels(at.Count) // none before the first results
	if k, _, _ := at.At(x, y); k > 0 && k < len(list) {
		return []screen.Do{screen.Point(list[k].method)}
	}
	return nil
}

// figure are the pictures of text with m in their titles, in so many cells, or for a file those of all methods: none
// until all those of the present setting are there.
func (s *Screen) figure(w, h int) chart.Chart {
	count, all := math.MaxInt, chart.Matrices{}
	if w > 0 {
		count = s.arrange(w, h).Count
	}
	for _, p := range s.panels(count) {
		if w == 0 && (p.Faint || p.missing == "computing") {
			return chart.Matrices{}
		}
		if p.method != "" && s.bench.Methods()[s.bench.MethodIndex(p.method)].Uses(model.BudgetName) {
			m := fmt.Sprintf(", m=%g", s.bench.Setting().Value(model.Budget(nil), s.bench.Widths()))
			if c := s.bench.Setting().Condition(model.BudgetName); !c.IsZero() {
				m = fmt.Sprintf(", m by %s", c)
			}
			p.Title = strings.Replace(p.Title, p.method, p.method+m, 1)
		}
		if p.Values != nil {
			all = append(all, p.Matrix)
		}
	}
	return all
}
