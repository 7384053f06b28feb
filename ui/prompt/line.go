package prompt

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
	"gramscope/ui/widget"
)

// Line is the command line that `:` opens, with completion and history.
type Line struct {
	widget.Field

	at    int           // index of the candidate that tab wrote, −1 for none
	tried []widget.Item // the candidates of tab

	history []string // the commands of this run, the latest last
	back    int      // position in the history, from its end; 0 is the text being typed
	typing  string   // the text being typed, while the history is shown
}

// Begin opens an empty line.
func (c *Line) Begin() {
	c.back = 0
	c.Typed()
	c.Start("")
}

// Typed resets the completion, because the user has changed the text. It removes a colon at the
// start: the line already begins with one, but a user may press the key again after a wrong command.
func (c *Line) Typed() {
	c.at, c.tried = -1, nil
	if text, colon := strings.CutPrefix(c.Input.Value(), ":"); colon {
		c.Set(text)
	}
}

// Enter closes the line and runs its command. If the command can't be read, the line stays open with its text selected,
// so that typing replaces the text.
func (c *Line) Enter(verbs Verbs) error {
	text := c.Text()
	if text == "" {
		c.Stop()
		return nil
	}
	if last := len(c.history) - 1; last < 0 || c.history[last] != text {
		c.history = append(c.history, text)
	}
	c.back = 0
	run, err := verbs.Parse(text)
	if err != nil {
		c.Select()
		return err
	}
	c.Stop()
	run()
	return nil
}

// Recall shows the command that is by steps further back in the history.
func (c *Line) Recall(by int) {
	if c.back == 0 {
		c.typing = c.Input.Value()
	}
	c.back = max(0, min(c.back+by, len(c.history)))
	if c.Typed(); c.back == 0 {
		c.Set(c.typing)
		return
	}
	c.Set(c.history[len(c.history)-c.back])
}

// Complete writes the next candidate. A single candidate is accepted, and the next tab completes the text after it. If
// the line ends in a path, Complete returns the path, and the caller completes it.
func (c *Line) Complete(by int, verbs Verbs) (path string) {
	if c.tried == nil {
		c.tried = verbs.Candidates(c.Input.Value())
	}
	if len(c.tried) == 0 {
		path, _ = c.path(verbs)
		c.Typed()
		return path
	}
	if c.at += by; c.at < 0 {
		c.at = len(c.tried) - 1
	}
	c.at %= len(c.tried)
	c.Set(c.tried[c.at].Name)
	if len(c.tried) == 1 {
		c.Typed()
	}
	return ""
}

// path returns the path in which the line ends, "" if it has none, and the text before it.
func (c *Line) path(verbs Verbs) (path, before string) {
	text := strings.TrimLeft(c.Input.Value(), " ")
	if v, word := verbs.split(text); v != nil && v.Path {
		return strings.TrimSpace(text[len(word):]), v.begin()
	}
	return "", ""
}

// Completed writes the first of the paths that begin with the path of, and tab goes through them. It does nothing if
// the line has changed in the meantime.
func (c *Line) Completed(verbs Verbs, of string, paths []string) {
	now, before := c.path(verbs)
	if now != of || len(paths) == 0 {
		return
	}
	for _, path := range paths {
		c.tried = append(c.tried, widget.Item{Name: before + path})
	}
	c.Complete(1, verbs)
}

// Ways returns at most `most` lines of w cells, each with a candidate, around the one that tab wrote.
func (c *Line) Ways(verbs Verbs, w, most int, l *look.Look) []string {
	items := c.tried
	if items == nil {
		items = verbs.Candidates(c.Input.Value())
	}
	names := 0
	for _, it := range items {
		names = max(names, ansi.StringWidth(l.Text(it.Name)))
	}
	part, at := widget.Window(items, max(c.at, 0), 0, most)
	lines := make([]string, len(part))
	for i, it := range part {
		lines[i] = l.Choice(l.Fit(l.Text(it.Name), names)+"  "+l.Text(it.Note), w, i == at && c.at >= 0)
	}
	if last := len(part) - 1; last > 0 && len(items) > len(part) && at != last {
		lines[last] = l.Dim.Render(l.Fit(l.Text(" … tab goes through all"), w))
	}
	return lines
}
