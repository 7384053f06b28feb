package widget

import (
	"strings"

	"github.com/charmbracelet/bubbles/viewport"
	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// Section is a heading and the lines below it. A search finds entries: a line that begins with more than three blanks
// goes on with the entry above it.
type Section struct {
	Head  string
	Lines []string
	Prose bool // it is one entry
}

// Page is a text of sections that can be scrolled and searched.
type Page struct {
	Scroll
	Open   bool
	Search Field // what is sought; it holds when the field is closed, too, and the zero value shows all sections
}

// Settle lays out the sections, or the matches of the search, for a page of w×h cells.
func (p *Page) Settle(all []Section, w, h int, l *look.Look) {
	lines := p.Found(all)
	for i, s := range lines {
		lines[i] = l.Fit(l.Text(s), w)
		if strings.TrimSpace(s) != "" && !strings.HasPrefix(s, "  ") {
			lines[i] = l.Strong.Render(lines[i])
		}
	}
	p.Set(lines, w, h)
}

// Found returns the lines of the sections, or of the entries that match the search.
func (p *Page) Found(all []Section) []string {
	sought := p.Search.Text()
	var lines []string
	for _, s := range all {
		var body []string
		for from, to := 0, 0; from < len(s.Lines); from = to {
			for to = from + 1; to < len(s.Lines) && (s.Prose || strings.HasPrefix(s.Lines[to], "    ")); to++ {
			}
			if one := s.Lines[from:to]; contains(s.Head+"\n"+strings.Join(one, " "), sought) {
				body = append(body, one...)
			}
		}
		if len(body) == 0 && sought != "" {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, " "+s.Head), body...)
	}
	if len(lines) == 0 {
		lines = []string{"   nothing in the help contains " + sought}
	}
	return lines
}

// contains reports whether a text contains another, ignoring case and the number of blanks.
func contains(text, sought string) bool {
	spaced := func(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
	return strings.Contains(spaced(text), spaced(sought))
}

// Render draws the page.
func (p *Page) Render(l *look.Look) string {
	if !p.Search.Open {
		return p.View()
	}
	text := p.Scroll
	text.Size(p.Width, p.Height-1)
	return l.Accent.Render(l.Fit(" search: "+p.Search.Shown(l), p.Width)) + "\n" + text.View()
}

// Scroll is a text in a window that scrolls.
type Scroll struct{ viewport.Model }

// Set shows lines, none wider than w, in a window of w×h cells. The position does not change, unless it is
// beyond the end of the text.
func (s *Scroll) Set(lines []string, w, h int) {
	s.SetContent(strings.Join(lines, "\n"))
	s.Size(w, h)
}

// Size changes the size of the window.
func (s *Scroll) Size(w, h int) {
	s.Width, s.Height = w, max(0, h)
	s.By(0)
}

// By scrolls by lines, within the text.
func (s *Scroll) By(lines int) { s.SetYOffset(s.YOffset + lines) }

// Seen returns which lines the window shows, counted from 1, and how many there are.
func (s *Scroll) Seen() (first, last, all int) {
	all = s.TotalLineCount()
	return min(s.YOffset+1, all), min(s.YOffset+s.Height, all), all
}

// Continued joins the words of a shell's command to lines of at most w cells, all but the last of
// which end with a backslash. A longer word is broken behind commas, where no quote forbids it.
func Continued(words []string, w int) []string {
	var lines []string
	line := words[0]
	for i, word := range words[1:] {
		end := 2 * min(1, len(words)-2-i) // of the backslash
		if ansi.StringWidth(line)+1+ansi.StringWidth(word)+end > w {
			lines = append(lines, line+" \\")
			line = "  " + word
			for at := 1; at > 0 && ansi.StringWidth(line)+end > w && !strings.Contains(line, "'"); {
				if at = strings.LastIndexByte(line[:w-1], ',') + 1; at > 0 {
					lines, line = append(lines, line[:at]+`\`), line[at:]
				}
			}
			continue
		}
		line += " " + word
	}
	return append(lines, line)
}
