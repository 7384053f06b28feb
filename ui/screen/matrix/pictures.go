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

// panels returns K and the pictures of up to count methods, on the scales of all methods that run: K̃ or how it differs
// from K, or both, with nothing below K so that |K−K̃| is below K̃. There are no pictures until one is known.
func (s *Screen) panels(count int, both bool) []panel {
	names := s.bench.Setting.Active(s.bench.Methods)
	approximate := both || s.shows == approximations
	k, misses, least := panel{}, 0.0, math.Inf(1)
	for _, name := range names {
		f, stale := s.seen(name)
		if f == nil || f.Maps == nil {
			continue
		}
		if k.Values == nil || k.Faint {
			k.Title, k.Values, k.Cuts, k.Faint = "K", f.Maps.K, f.Maps.Cuts, stale
		}
		if k.Full = max(k.Full, largest(f.Maps.K)); approximate {
			k.Full = max(k.Full, largest(f.Maps.Approx))
		}
		misses, least = max(misses, largest(f.Maps.Residual)), min(least, typical(f.Maps.Residual))
	}
	if k.Values == nil {
		return nil
	}
	full, start := scale(misses, least)
	of := func(name string, approximate bool) panel {
		p := panel{method: name, missing: "computing"}
		if p.Full, p.Least = full, start; approximate {
			p.Full, p.Least = k.Full, 0
		}
		f, stale := s.seen(name)
		switch {
		case f == nil:
			return p
		case f.Maps == nil:
			p.missing = f.Missing
			return p
		case approximate:
			p.Title, p.Values = name+": K̃", f.Maps.Approx
		default:
			p.Title, p.Values = name+": up to "+number.Figure(largest(f.Maps.Residual)), f.Maps.Residual
		}
		p.missing, p.Cuts, p.Faint = "", f.Maps.Cuts, stale
		return p
	}
	list, shown := []panel{k}, screen.Visible(s.bench, names, count)
	for _, name := range shown {
		list = append(list, of(name, approximate))
	}
	if both {
		list = append(list, panel{Matrix: chart.Matrix{Full: full, Least: start}})
		for _, name := range shown {
			list = append(list, of(name, false))
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
// the median of the method that has the least one, but at most eight decades below its end. Without errors both are 0.
func scale(largest, median float64) (full, least float64) {
	end := math.Ceil(math.Log10(largest) - 1e-9)
	from := max(min(math.Floor(math.Log10(median/3)), end-1), end-8)
	return math.Pow(10, end), math.Pow(10, from)
}

// Cells of a picture with room for its name, and for marks of clusters.
const leastW, leastH = 18, 10

// placed returns the pictures for w×h cells, whose last line is the legend, and their arrangement. Both K̃ and |K−K̃|
// are shown, the latter below, if together they fill more of the cells than |K−K̃| alone does in a larger size.
func (s *Screen) placed(w, h int) ([]panel, chart.Multiples) {
	n := len(s.bench.Setting.Active(s.bench.Methods))
	m, both := chart.Arrange(1+n, w, h-1), false
	used := func(m chart.Multiples, count int) int {
		side := min(m.W, 2*(m.H-1))
		return count * side * side
	}
	two := chart.Multiples{Count: 2 * (n + 1), Across: n + 1, W: (w - n) / (n + 1), H: (h - 1) / 2}
	if s.shows == residuals && two.W >= leastW && two.H >= leastH && used(two, 2*n+1) > used(m, m.Count) {
		m, both = two, true
	}
	m.W = min(m.W, max(2*m.H, leastW))
	m.H = min(m.H, m.W/2+2)
	return s.panels(m.Count-1, both), m
}

// text draws as many pictures as there is room for, and their scales.
func (s *Screen) text(_ chart.Lines, w, h int) []string {
	l := s.look
	list, at := s.placed(w, h)
	if len(list) == 0 {
		why := s.bench.NoPicture(s.Failed)
		for _, name := range slices.Backward(s.bench.Setting.Active(s.bench.Methods)) { // the first that failed
			if f := s.Now[name]; f != nil {
				why = name + ": " + f.Missing
			}
		}
		if s.bench.CurrentName() == "" {
			why = "no method runs: choose one in the table"
		}
		return l.Message(why, w, h)
	}
	if l.Blank != 0 {
		return screen.Blank(l, w, h)
	}
	signed := slices.ContainsFunc(list, func(p panel) bool { // by a visible entry below 0
		least, full := p.Extent()
		return p.Least == 0 && least <= -full/(2*chart.HeatLevels)
	})
	var texts []string
	for i := range list {
		p := &list[i]
		p.Fine, p.Signed = l.Fine(), signed && p.Least == 0
		if at.H < leastH { // the picture needs the room
			p.Cuts = nil
		}
		head, body := l.Strong.Render(p.Title), strings.Join(l.Message(p.missing, at.W, at.H-1), "\n")
		if p.method != "" {
			_, end, _ := strings.Cut(p.Title, p.method)
			head = screen.Heading(s.bench, l, p.method, at.W, end, strings.Replace(end, "up to ", "", 1))
		}
		if len(p.Values) > 0 {
			body = look.Compact(p.Render(at.W, at.H-1, l.Glyphs, l.Paint))
		}
		texts = append(texts, head+"\n"+body)
	}
	room := min(w/2-6, 28)
	legend := " K " + list[0].Legend(room, l.Glyphs, l.Paint)
	if s.shows == residuals {
		legend += "  " + l.Text(residuals) + " " + list[len(list)-1].Legend(room, l.Glyphs, l.Paint)
	}
	return append(at.Join(texts), legend)
}

// click points at the method of a picture.
func (s *Screen) click(x, y, w, h int) []screen.Do {
	list, at := s.placed(w, h) // none before the first results
	if k, _, _ := at.At(x, y); k >= 0 && k < len(list) && list[k].method != "" {
		return []screen.Do{screen.Point(list[k].method)}
	}
	return nil
}

// figure returns the pictures of text with m in their titles, in w×h cells, or for a file those of all methods: none
// until all pictures of the present setting are there.
func (s *Screen) figure(w, h int) chart.Chart {
	all, list := chart.Matrices{}, s.panels(math.MaxInt, false)
	if w > 0 {
		list, all.At = s.placed(w, h)
	}
	for _, p := range list {
		if w == 0 && (p.Faint || p.missing == "computing") {
			return chart.Matrices{}
		}
		if p.method != "" && s.bench.Methods[s.bench.MethodIndex(p.method)].Uses(model.BudgetName) {
			m := fmt.Sprintf(", m=%g", s.bench.Setting.Value(model.Budget(nil)))
			if c := s.bench.Setting.Condition(model.BudgetName); !c.IsZero() {
				m = fmt.Sprintf(", m by %s", c)
			}
			p.Title = strings.Replace(p.Title, p.method, p.method+m, 1)
		}
		if p.missing == "" || w > 0 { // on a terminal a missing picture keeps its place
			all.List = append(all.List, p.Matrix)
		}
	}
	return all
}
