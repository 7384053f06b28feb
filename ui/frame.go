package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/number"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// View is the window's text. Where it can't be drawn a plain text says so.
func (m *explorer) View() (text string) {
	m.rescued.blank = !m.safely(func() { text = m.drawWindow() })
	if m.rescued.blank {
		return m.blankView()
	}
	return text
}

// drawWindow joins what has been drawn into the frame.
func (m *explorer) drawWindow() string {
	if m.w <= 0 || m.h <= 0 {
		return ""
	}
	if m.layout.tooSmall {
		least := fmt.Sprintf("%d×%d", leastW, leastH)
		return m.clamp([]string{m.look.Text(m.look.Longest(m.w+1, "needs at least "+least, "needs "+least, least))})
	}
	rows := m.layout.frame(m.look.Border())
	var rects []rect
	var texts, boxes []string
	for _, over := range m.modals() {
		if over.box != nil {
			boxes = append(boxes, over.box(m.w, m.h-2))
		}
		if over.page != nil { // it hides the panes, and the modals below it
			inside := rect{1, 1, m.w - 2, m.h - 2}
			rows, rects, texts = (&layout{w: m.w, h: m.h}).frame(m.look.Border()), []rect{inside}, []string{over.page(inside.w, inside.h)}
			break
		}
	}
	if len(rects) == 0 {
		for p, r := range m.layout.panes {
			if r.w > 0 {
				rects, texts = append(rects, r), append(texts, m.paneText(pane(p), r))
			}
		}
	}
	lines := make([]string, m.h)
	m.weave(lines, rects, texts, rows)
	lines[0] = m.onBorder(rows[0], m.header(m.w-4))
	m.footer(lines, rows[m.h-1])
	for _, box := range slices.Backward(boxes) {
		widget.Overlay(lines, box, m.w)
	}
	return m.clamp(lines)
}

// clamp is the last safeguard: no frame is wider or taller than the window.
func (m *explorer) clamp(lines []string) string {
	lines = lines[:min(len(lines), m.h)]
	for i, s := range lines {
		if ansi.StringWidth(s) > m.w {
			lines[i] = ansi.Truncate(s, m.w, "")
		}
	}
	return strings.Join(lines, "\n")
}

// weave puts the panes' texts between the lines of the frame.
func (m *explorer) weave(lines []string, rects []rect, texts []string, rows [][]rune) {
	split := make([][]string, len(texts))
	for i, t := range texts {
		split[i] = strings.Split(t, "\n")
	}
	drawn := map[string]string{} // most pieces of the frame are alike
	line := func(piece []rune) string {
		s, ok := drawn[string(piece)]
		if !ok {
			s = m.look.Dim.Render(string(piece))
			drawn[string(piece)] = s
		}
		return s
	}
	for y := range rows {
		var b strings.Builder
		x := 0
		for i, r := range rects {
			if y < r.y || y >= r.y+r.h {
				continue
			}
			b.WriteString(line(rows[y][x:r.x]))
			if k := y - r.y; k < len(split[i]) {
				b.WriteString(split[i][k])
			}
			x = r.x + r.w
		}
		b.WriteString(line(rows[y][x:]))
		lines[y] = b.String()
	}
}

// unjoined is the last line of the frame below what hides the bars between panes.
func (m *explorer) unjoined(row []rune) []rune {
	b := m.look.Border()
	row = slices.Clone(row)
	for x := 1; x < len(row)-1; x++ {
		if row[x] == b.Bottom {
			row[x] = b.H
		}
	}
	return row
}

// onBorder writes text over a line of the frame, from its third cell on.
func (m *explorer) onBorder(row []rune, text string) string {
	if text == "" {
		return m.look.Dim.Render(string(row))
	}
	text = " " + ansi.Truncate(text, len(row)-4, m.look.Text("…")) + " "
	end := 1 + ansi.StringWidth(text)
	return m.look.Dim.Render(string(row[:1])) + text + m.look.Dim.Render(string(row[end:]))
}

// paneText draws one pane of w×h cells.
func (m *explorer) paneText(p pane, r rect) string {
	switch p {
	case knobsPane:
		if m.reading() {
			return m.lessonText(r.w)
		}
		return m.panel.Render(r.w, r.h, &m.look, m.mode() == onKnobs)
	case methodsPane:
		t := m.methodTable(r.w)
		return t.Render(r.w, r.h, m.nameWidth(r.w), &m.look, m.mode() == onMethods)
	}
	chart := m.charts()[p-firstPane]
	head := m.heads[p-firstPane]
	if head == "" {
		head = chart.Title(m.built[p-firstPane], r.w)
	}
	text := m.title(p, head, r.w) + "\n" + m.texts[p-firstPane]
	if m.named(chart) {
		text += "\n" + m.look.Fit(m.legend(), r.w)
	}
	return text
}

// named reports whether a chart has to name its markers, since no table does.
func (m *explorer) named(chart screen.Chart) bool {
	return chart.Methods && m.layout.panes[methodsPane].w == 0
}

// title heads a chart; the focused one is pointed at.
func (m *explorer) title(p pane, text string, w int) string {
	line := m.look.Choice(m.look.Text(text), w, m.focus == p)
	if m.focus == p {
		return line
	}
	return m.look.Strong.Render(line)
}

// legend names the markers where the table is not there to do it.
func (m *explorer) legend() string {
	var parts []string
	active := m.Setting().Active(m.Methods())
	for i, method := range m.Methods() {
		if slices.Contains(active, method.Name) {
			parts = append(parts, m.look.Paint(m.look.Marker(m.Marker(i))+" "+m.look.Text(method.Name), m.Marker(i), false))
		}
	}
	return " " + strings.Join(parts, "  ")
}

// header says what is computed and how far it is. Where the window is narrow it leaves
// parts out.
func (m *explorer) header(w int) string {
	if files, runs := m.Files(); files != nil {
		return m.look.Text(m.filesHeader(files, runs, w))
	}
	l, s := &m.look, m.Setting()
	source := s.Store.Source()
	kernel := s.Spec.Kernel
	if g := s.Gamma(m.Widths()); !math.IsNaN(g) {
		kernel += fmt.Sprintf(" γ=%s σ=%s", number.Short(g), number.Short(s.Sigma(m.Widths())))
	}
	shown := m.screens[m.at]
	on := shown.key + " " + shown.Name()
	long := []string{"gramscope " + on, fmt.Sprintf("%s  n=%d d=%d", source.Name(), s.Spec.N, source.Dims()), kernel}
	brief := []string{on, fmt.Sprintf("%s n=%d", source.Name(), s.Spec.N), s.Spec.Kernel}
	for _, parts := range [][]string{
		append(long, m.progress(staged)), {on, long[1], long[2], m.progress(staged)}, {on, long[1], long[2], m.progress(barred)},
		{on, long[1], long[2], m.progress(timed)}, {on, brief[1], long[2], m.progress(timed)}, append(brief, m.progress(timed)),
		append(brief, m.progress(counted)), {shown.key, brief[1], m.progress(counted)},
	} {
		if text := l.Text(strings.Join(parts, " ── ")); ansi.StringWidth(text) <= w {
			return strings.TrimRight(text, " ") // room for what may come counts, so that nothing moves when it does
		}
	}
	return l.Text(source.Name())
}

// footer writes the keys that matter now on the last line, or the note, which
// takes more lines above where it is long, or the command that is typed.
func (m *explorer) footer(lines []string, row []rune) {
	var end string
	var above []string
	switch {
	case m.line.Open:
		end, above = m.commandFooter()
	case m.Note.Text == "":
		end = m.hints(m.w - 4)
	default:
		end, above = m.noteFooter()
	}
	last, b := len(lines)-1, m.look.Dim.Render(string(m.look.Border().V))
	if len(above) > 0 {
		row = m.unjoined(row)
	}
	lines[last] = m.onBorder(row, end)
	for i, s := range above {
		if y := last - len(above) + i; y > 0 {
			lines[y] = b + s + b
		}
	}
}

func (m *explorer) noteStyle() lipgloss.Style {
	if m.Note.Alarm {
		return m.look.Alarm
	}
	return m.look.Strong
}

// noteFooter is the end of the note, and what of it stands above.
func (m *explorer) noteFooter() (end string, above []string) {
	l, style := &m.look, m.noteStyle()
	text := strings.Split(ansi.Wrap(l.Text(m.Note.Text), m.w-4, " "), "\n")
	most := 2 // a note shall not bury the table
	if m.Note.Alarm {
		most = 4
	}
	if most = max(1, min(most, m.h-4)); len(text) > most {
		end := l.Text("…")
		if slices.ContainsFunc(m.Notes, func(s string) bool { return strings.Contains(m.Note.Text, s) }) {
			end += " ? shows all"
		}
		text = text[:most]
		text[most-1] = ansi.Truncate(text[most-1], max(0, m.w-4-ansi.StringWidth(end)), "") + end
	}
	last := len(text) - 1
	for _, s := range text[:last] {
		above = append(above, style.Render(l.Fit(" "+s, m.w-2)))
	}
	return style.Render(text[last]), above
}

// hints names the keys of the present mode, as many as fit; help and quit
// stay, and the way to the other panes comes first where one is on screen, and
// early where a chart is hidden.
func (m *explorer) hints(w int) string {
	var hints []string
	var always string
	alone := m.layout.panes[m.focus].w == m.w-2
	hidden := len(m.charts()) == 2 && m.layout.panes[firstPane].w*m.layout.panes[secondPane].w == 0
	in, on := m.mode(), m.on()
	for _, b := range m.keys {
		if !b.applies(in, on) || b.hint == "" || b.hint == "crosshair" && m.crossChart() < 0 {
			continue
		}
		word := m.hint(b.hint)
		if word == "" { // the screen has no use for the key
			continue
		}
		text := "  " + m.look.Text(b.show+" "+word)
		switch {
		case b.hint == "help" || b.hint == "quit":
			always += text
		case b.hint == "pane" && alone:
			hints = slices.Insert(hints, 0, text)
		case b.hint == "pane" && hidden:
			hints = slices.Insert(hints, min(2, len(hints)), text)
		default:
			hints = append(hints, text)
		}
	}
	line := ""
	for _, h := range hints {
		if ansi.StringWidth(line+h+always)-2 > w {
			break
		}
		line += h
	}
	return strings.TrimPrefix(line+always, "  ")
}
