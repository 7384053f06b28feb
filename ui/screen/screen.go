// Package screen is the contract between the explorer and its screens: what a screen is asked for, and what it can have
// done. A screen gets a lab.State, which can only be read; what it wants done is a value, which the explorer carries
// out. Screens know neither each other nor the explorer.
package screen

import (
	"cmp"
	"embed"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// Screen is one of the pictures between the knobs and the table of methods.
type Screen interface {
	Name() string
	About() string       // what is shown, and how it is read: for the help
	JobKind() job.Kind   // of the jobs it starts; what they post is passed to Update
	Need() lab.Need      // of the sweep, at the present setting
	Work() []Do          // of its own, where the present setting asks for some that is neither there nor under way
	Update(msg any) []Do // handles what its jobs have found, or one of the messages below
	Panes() Panes        // changes nothing

	// Keys act on a chart: the one that has the focus, or had it last.
	Keys(at int) []Key

	Values() []widget.Item  // what ShowValue can choose from; nil: nothing
	Commands() []Command    // that can be copied, beside those of the present setting
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

// Values are none.
func (b *Base) Values() []widget.Item { return nil }

// Commands are none.
func (b *Base) Commands() []Command { return nil }

// Command is a command line that computes what the screen shows. Arguments omits the program's name; the dialect is
// that of the data, if they are a text table.
type Command struct {
	Name, Note string
	Arguments  func(data.Dialect) []string
}

// Messages that the explorer sends besides what work has found.
type (
	// Left says that another screen is shown.
	Left struct{}
	// Escaped says that esc was pressed while nothing else is open: a screen hides its own crosshair.
	Escaped struct{}
	// NewData says that the data have changed: results for the old data are to be dropped.
	NewData struct{}

	// SweepOver chooses another swept parameter, where a screen has one of its own.
	SweepOver model.Name
	// ShowValue chooses what a chart shows, by its name.
	ShowValue string
	// ShowAgainst chooses what a chart is over in place of the swept parameter, by its name.
	ShowAgainst string
	// Search starts a search for the best method and its settings.
	Search struct {
		Time time.Duration // the limit; 0 for the usual one
		All  bool          // on all rows of the data that test rows leave, not on n of them
		Over []sweep.Axis  // parameters that are searched beside m
	}
	// Settled is sent to the present screen after each message.
	Settled struct{}
	// Frozen says that computing has stopped until the user resumes it.
	Frozen struct{}
	// Ticked is sent to all screens when the time of a Tick is over. It has the Tick's kind, as several may run.
	Ticked job.Kind
)

// Panes are a screen's charts, from the left: one, two, or a third that large windows show below the second.
type Panes struct {
	Charts  []Chart
	Abreast int            // cells that two side by side need; with less, one is shown at a time
	Columns []string       // of the results that the screen is about, which come first in the table
	Verdict advice.Verdict // the screen's own sentence, before that on the figures; the zero value for none
	Knobs   bool           // the knobs have the focus when the screen is shown for the first time, not a chart
}

// Chart is one of them.
type Chart struct {
	Title func(built chart.Lines, w int) string // in the longest form that fits

	// Of a chart with axes, which can be shown in part; else nil. Lines changes nothing: what the figures settle about the
	// axes it returns.
	Lines func(curve.Axes) (chart.Lines, curve.Axes)
	Axes  *curve.Axes // where the screen keeps the axes that Lines returned last

	// Draw draws the h lines below the title, and sets the area of the chart that it gets; nil draws the chart as it is.
	Draw func(built chart.Lines, w, h int) string

	// Figure is what is shown in place of Lines: in w×h cells, or for zeros in a file, empty until all of it is
	// there; nil if Lines or text are all there is. Pixels: it is for terminals with pictures, too.
	Figure func(w, h int) chart.Chart
	Pixels bool

	Name    string // in the file that is written; "" for the title
	Methods bool   // the markers are those of methods, which a legend names where no table does
	Scales  bool   // γ is one of its axes, and is not named in the heading of what is written
	Passing bool   // a session does not keep what it shows

	// Chosen is the chosen one of a list's h lines, lit up in place of the title where the pane has the focus; nil: the
	// chart is no list.
	Chosen func(w, h int) int

	Turn func(by int) // the wheel, over the chart; nil: it turns nothing
	Walk func(by int) // the keys [ and ] of a chart with a cursor of its own; nil: see Sampled

	// Click is a click on a cell of what is drawn; nil: it moves the crosshair. Drag is the mouse from cell to cell; nil:
	// it moves the axes of a chart of samples.
	Click func(x, y, w, h int) []Do
	Drag  func(from, to [2]int, w, h int)

	// Near returns what is nearest to a cell of a chart that is not sampled, numbered from 1, 0 for nothing, and Hover
	// shows that; nil: there is nothing.
	Near  func(x, y, w, h int) int
	Hover func(at int)
}

// Build returns the lines of a chart with axes, and keeps what they settle about these.
func (c Chart) Build() chart.Lines {
	lines, axes := c.Lines(*c.Axes)
	if axes.Renew(lines) {
		lines, axes = c.Lines(axes)
	}
	*c.Axes = axes
	return lines
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

// Key is a row of the table of keys, from which dispatch, help and footer are made. A
// screen's own go before the explorer's.
type Key struct {
	Keys  string // as bubbletea names them, with blanks between
	Show  string // how they are printed; of a pair with a blank between, or as two characters
	Does  string // for the help
	Hint  string // for the footer, with the present choice; "" leaves it out there
	First bool   // it is on the help's first page
	On    Place  // where the focus is to be
	Run   func() []Do
	By    func(by int) // of a pair, in place of Run: the first half of the keys go by −1, the others by 1
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

// Only is what a key does that changes nothing but its screen.
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
