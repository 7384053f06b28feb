package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// helpText is the page of keys, made from the table of keys.
func (m *explorer) helpText(w, h int) string {
	l := &m.look
	lines := m.helpLines()
	for i := range lines {
		lines[i] = l.Text(lines[i])
	}
	lines = lines[min(m.scroll, len(lines)):]
	for len(lines) < h {
		lines = append(lines, "")
	}
	for i, s := range lines[:h] {
		styled := l.Fit(s, w)
		if strings.TrimSpace(s) != "" && !strings.HasPrefix(s, "  ") {
			styled = l.Strong.Render(styled)
		}
		lines[i] = styled
	}
	return strings.Join(lines[:h], "\n")
}

func (m *explorer) helpLines() []string {
	lines := []string{" gramscope " + m.version + ": kernel matrices and their approximations"}
	if len(m.Notes) > 0 {
		lines = append(lines, "", " Notes")
	}
	for _, text := range m.Notes {
		for i, s := range strings.Split(ansi.Wrap(m.look.Text(text), max(m.w-8, 20), " "), "\n") {
			lines = append(lines, "   "+strings.Repeat("  ", min(i, 1))+s)
		}
	}
	section := ""
	for _, b := range m.keys {
		if b.run == nil {
			continue
		}
		if b.section != section {
			section = b.section
			lines = append(lines, "", " "+section)
		}
		lines = append(lines, "   "+b.show+strings.Repeat(" ", max(1, 12-ansi.StringWidth(b.show)))+b.does)
	}
	if m.Recorded == nil {
		lines = append(append(lines, "", " Commands, behind :"), m.grammarHelp()...)
	}
	return append(lines, "", " Reading the map of screen 6",
		"   Each cell is a γ and a μ, scored by cross-validation on the training rows: the fuller the better. ★ is the best cell, ● where",
		"   the knobs stand, the brackets are the cursor, whose figures the title tells. A cell with × has none. First comes the method that",
		"   is pointed at in the table, if it runs, else the first that does; then exact regression.",
		"", " Reading a lesson, screen 7",
		"   Below its text stand what its claim comes to on the rows that are on screen, and the chosen knob. While a lesson is open the",
		"   swept parameter keeps the lesson's values. … says what the claim waits for: rows, or a knob that was turned away from the preset.",
		"", " Reading the screens 2 to 4",
		"   They show repetition 1 at the present setting, and so the landmarks of the table's first row. The line on screen 2 is K, markers",
		"   are the methods' K̃; eigenvalues below 1e-15 of the largest are left out. On screen 3 heavier dots are points with a higher leverage",
		"   score: at the mean or above, and at twice the mean or above. On screen 4 K and K̃ have one scale, |K−K̃| its own; each cell is an",
		"   average, and the marks at two sides are where a k-means cluster of the knob `clusters` ends.",
		"", " Reading the charts and the table",
		"   Every marker is a computed sample; the band is ± one standard error over the repetitions.",
		"   The dashed curve is the error of the best approximation of rank m, or of the target rank: no method of that rank is below it.",
		"   The vertical line is the present setting; the table has its figures. In the table, ~ before a time",
		"   means that kernel entries were shared, and it would be longer alone; ≈ before an error means that",
		"   it is an estimate; best is the smallest error that any approximation of the same rank can have; rmse is the error at",
		"   the test rows, risk the risk relative to exact regression. A method that reads all of K and would take more than a minute a run",
		"   waits until it is asked for: by space in the table, or by name in a command. A larger n asks again.")
}
