// Package screen is the contract between the explorer and its screens: what the explorer asks a screen for, and what a
// screen can ask the explorer to do. A screen gets a lab.State, which it can only read. What it asks for is a value,
// which the explorer carries out. Screens know neither each other nor the explorer.
package screen

import (
	"cmp"
	"embed"
	"strings"
	"time"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// Screen is one of the pictures between the knobs and the table of methods.
type Screen interface {
	Name() string
	About() string       // what is shown, and how it is read: for the help
	JobKind() job.Kind   // of the jobs it starts; what they post is passed to Update
	Need() lab.Need      // of the sweep, at the present setting
	Work() []Do          // what starts its jobs, unless their results are there or under way
	Update(msg any) []Do // handles what its jobs have found, or one of the messages below
	Panes() Panes        // changes nothing

	// Keys returns the keys that act on a chart: the one that has the focus, or had it last.
	Keys(at int) []Key

	Values() []widget.Item  // what ShowValue can choose from; nil: nothing
	State() []session.Field // what it shows: its part of a session
}

// Base is embedded in every screen. A screen that needs figures of the sweep, or has figures that
// a command can choose, replaces Need and Values.
type Base struct {
	Title string
	Topic string   // About returns the text about/TOPIC.txt
	Jobs  job.Kind // job.None for a screen that starts no jobs
}

// Name returns the title.
func (b *Base) Name() string { return b.Title }

//go:embed about/*.txt
var about embed.FS

// About returns the text of the topic as one line.
func (b *Base) About() string {
	text, _ := about.ReadFile("about/" + b.Topic + ".txt")
	return strings.Join(strings.Fields(string(text)), " ")
}

// JobKind returns the kind of the jobs.
func (b *Base) JobKind() job.Kind { return b.Jobs }

// Need returns nothing: the screen needs no figures of the sweep.
func (b *Base) Need() lab.Need { return lab.Need{} }

// Values returns none.
func (b *Base) Values() []widget.Item { return nil }

// Messages that the explorer sends besides the results of work.
type (
	// Left says that another screen is shown.
	Left struct{}
	// Escaped says that esc was pressed while nothing else is open: a screen hides its own crosshair.
	Escaped struct{}
	// NewData says that the data have changed: the screen drops results for the old data.
	NewData struct{}

	// SweepOver chooses another swept parameter, where a screen has one of its own.
	SweepOver model.Name
	// ShowValue chooses what a chart shows, by its name.
	ShowValue string
	// ShowAgainst chooses, by its name, what the x axis of a chart shows in place of the swept parameter.
	ShowAgainst string
	// Search starts a search for the best method and its settings, for at most that long; 0 is the usual time.
	Search time.Duration
	// Settled is sent to the present screen after each message.
	Settled struct{}
	// Frozen says that computing has stopped until the user resumes it.
	Frozen struct{}
	// Ticked is sent to all screens when the time of a Tick is over. It has the Tick's kind, as several may run.
	Ticked job.Kind
)

// Panes are a screen's charts, from the left: one or two, and a third that large windows show below the second.
type Panes struct {
	Charts  []Chart
	Abreast int            // cells that two charts side by side need; in fewer, one is shown at a time
	Columns []string       // columns of the results that the screen is about; they come first in the table
	Verdict advice.Verdict // the screen's own sentence, before that on the figures; the zero value for none
	Knobs   bool           // the knobs, or the text in their place, have the focus when the screen is opened, not a chart
}

// Chart is a chart of a screen.
type Chart struct {
	Title func(built chart.Lines, w int) string // in the longest form that fits

	// Lines returns a chart with axes, a part of which can be shown; nil for other charts. It changes nothing but Axes,
	// where it keeps what the figures settle.
	Lines func() chart.Lines
	Axes  *curve.Axes

	// Draw draws the chart in up to h lines of up to w cells below the title, and sets the Area of built; nil draws built
	// alone.
	Draw func(built chart.Lines, w, h int) []string

	// Figure returns the chart that takes the place of Lines in w×h cells, or in a file if both are 0: that is empty until
	// all of it is computed. It is nil for Lines or text alone. Pixels says that terminals with pictures show it, too.
	Figure func(w, h int) chart.Chart
	Pixels bool

	Name    string // in the file that is written; "" for the title
	Methods bool   // the markers are those of methods, which a legend names where no table does
	Scales  bool   // γ is one of its axes, and is not named in the heading of what is written
	Passing bool   // a session does not keep what it shows

	// Chosen returns the index of the chosen line of a list of h lines, which is highlighted in place of the title while
	// the pane has the focus; nil: the chart is not a list.
	Chosen func(w, h int) int

	Turn func(by int) // handles the mouse wheel over the chart; nil: it has no effect
	Walk func(by int) // handles the keys [ and ] of a chart with a cursor of its own; nil: see Sampled

	// Click handles a click on a cell of the chart; nil: a click moves the crosshair. Drag handles the mouse dragged from
	// cell to cell; nil: it moves the axes of a chart of samples.
	Click func(x, y, w, h int) []Do
	Drag  func(from, to [2]int, w, h int)

	// Near returns the number, from 1, of what is drawn nearest to a cell of a chart that is not sampled, 0 for none, and
	// Hover shows it. They are nil if there is nothing to point at.
	Near  func(x, y, w, h int) int
	Hover func(at int)
}

// Build returns the lines of a chart with axes. Axes for other quantities than before begin anew.
func (c Chart) Build() chart.Lines {
	lines := c.Lines()
	if c.Axes.Renew(lines) {
		return c.Lines()
	}
	return lines
}

// Text returns the chart in w×h cells below its title.
func (c Chart) Text(l *look.Look, built chart.Lines, w, h int) string {
	if c.Draw == nil {
		return l.Page(Drawn(l, built, w, h), w, h)
	}
	return l.Page(c.Draw(built, w, h), w, h)
}

// Sampled reports whether the chart's samples are pointed at, walked through and listed as numbers.
func (c Chart) Sampled() bool { return c.Lines != nil && c.Walk == nil }

// Place is a set of places of the focus, as bits.
type Place int

// The panes.
const (
	OnKnobs Place = 1 << iota
	OnFirst
	OnSecond
	OnThird
	OnMethods

	OnCharts = OnFirst | OnSecond | OnThird
	Anywhere = OnKnobs | OnCharts | OnMethods
)

// Key is a row of the table of keys, from which dispatch, help and footer are made. A screen's own keys come before the
// explorer's.
type Key struct {
	Keys  string // as bubbletea names them, with blanks between
	Show  string // how they are printed: the two of a pair with a blank between them, or as two characters
	Does  string // for the help
	Hint  string // for the footer, with the present choice; "" leaves it out there
	First bool   // it is on the help's first page
	On    Place  // where the focus must be
	Run   func() []Do
	By    func(by int) // for a pair, in place of Run: the first half of the keys go by −1, the others by 1
}

// NewKey returns a key that acts wherever the focus is.
func NewKey(name, does, hint string, run func() []Do) Key {
	return Key{Keys: name, Show: name, Does: does, Hint: hint, On: Anywhere, Run: run}
}

// NewPair returns two keys that go back and forward, wherever the focus is.
func NewPair(names, show, does, hint string, by func(by int)) Key {
	return Key{Keys: names, Show: show, Does: does, Hint: hint, On: Anywhere, By: by}
}

// In returns the key for some places of the focus only.
func (k Key) In(on Place) Key {
	k.On = on
	return k
}

// Early returns the key for the help's first page.
func (k Key) Early() Key {
	k.First = true
	return k
}

// Only returns the function of a key that changes nothing but its screen.
func Only(change func()) func() []Do {
	return func() []Do {
		change()
		return nil
	}
}

// LogKeys returns the keys x and y, which switch the axes of a chart between log and linear, or of the last one if that
// chart has none. x names the x axis in the help.
func LogKeys(x string, of interface{ Panes() Panes }, at int) []Key {
	key := func(name, axis string, flip func(*curve.Axes)) Key {
		return NewKey(name, "switch the chart's "+axis+" axis between log and linear", "", Only(func() {
			charts := of.Panes().Charts
			flip(cmp.Or(charts[at].Axes, charts[len(charts)-1].Axes))
		}))
	}
	return []Key{key("x", x, func(a *curve.Axes) { a.X.Toggle() }), key("y", "y", (*curve.Axes).FlipY)}
}
