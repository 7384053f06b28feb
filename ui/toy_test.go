package ui

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"go.uber.org/goleak"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/spectrum"
	"gramscope/ui/screen/stream"
	"gramscope/ui/widget"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// toy is a method whose K̃ is m/(m+10)·K, so that its error is 10/(m+10).
type toy struct {
	m, zeal int
	own     bool
	fail    string
	rank    *int // not nil: it has this parameter, too
}

func (f *toy) Params() []model.Param {
	list := []model.Param{model.Budget(&f.m)}
	if f.own {
		list = append(list, model.Param{Name: "zeal", Symbol: "zeal", Doc: "how hard it tries", Group: model.GroupMethod,
			Min: 1, Max: 9, Default: 3, Integer: true, Int: &f.zeal})
	}
	if f.rank != nil {
		list = append(list, model.TargetRank(f.rank))
	}
	return list
}

func (f *toy) Fit(_ context.Context, g *model.Gram, _ *rand.Rand) (model.Approximation, error) {
	if f.fail != "" {
		return nil, errors.New(f.fail)
	}
	n := g.N()
	k := mat.NewDense(n, n, nil)
	g.Rows(k, 0, n)
	share := float64(f.m) / float64(f.m+10)
	k.Scale(share, k)
	return dense{k, g, share}, nil
}

// dense is an approximation kept as a full matrix: that share of K.
type dense struct {
	k     *mat.Dense
	g     *model.Gram
	share float64
}

// Decompose takes k̃(z, X) for the features.
func (d dense) Decompose(context.Context) (*model.Decomposition, error) {
	n, _ := d.k.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, d.k.RawMatrix().Data), true) {
		panic("no eigenvalues")
	}
	group := model.EigenGroup{Values: eigen.Values(nil), Q: new(mat.Dense), Back: new(mat.Dense)}
	eigen.VectorsTo(group.Q)
	group.Back.Scale(d.share, group.Q)
	return &model.Decomposition{N: n, Groups: []model.EigenGroup{group}}, nil
}

func (d dense) Extension(context.Context) (*model.Extension, error) {
	n, _ := d.k.Dims()
	return &model.Extension{Kernel: d.g.Kernel(), Parts: []model.Part{{Landmarks: d.g.X(), Map: identity{}, Width: n}}}, nil
}

type identity struct{}

func (identity) From(k *mat.Dense) *mat.Dense { return k }
func (identity) Onto(w *mat.Dense) *mat.Dense { return mat.DenseCopyOf(w) }

func (d dense) Rank() int    { n, _ := d.k.Dims(); return n }
func (d dense) Bytes() int64 { n, _ := d.k.Dims(); return int64(8 * n * n) }
func (d dense) Diag(dst []float64) {
	for i := range dst {
		dst[i] = d.k.At(i, i)
	}
}
func (d dense) Block(dst *mat.Dense, rows, cols []int) {
	r, c := dst.Dims()
	for i := range r {
		for j := range c {
			a, b := i, j
			if rows != nil {
				a = rows[i]
			}
			if cols != nil {
				b = cols[j]
			}
			dst.Set(i, j, d.k.At(a, b))
		}
	}
}
func (d dense) MulTo(dst, x *mat.Dense) { dst.Mul(d.k, x) }
func (d dense) Norms(context.Context, *rand.Rand) (frobenius, spectral float64, err error) {
	var e mat.EigenSym
	e.Factorize(linalg.Symmetric(d.k), false)
	return floats.Norm(e.Values(nil), 2), floats.Norm(e.Values(nil), math.Inf(1)), nil
}
func (d dense) SolveTo(dst, y []float64, mu float64) error { panic("not needed") }

func toyMethods() []model.Method {
	method := func(name, title string, f toy, needs model.Needs) model.Method {
		f.m, f.zeal = 100, 3
		return model.Method{Name: name, Doc: title, Ref: "none", Cost: "n²", Needs: needs,
			New: func() model.Fitter { g := f; return &g }}
	}
	return []model.Method{
		method("plain", "scales K down", toy{}, model.Needs{}),
		method("eager", "the same, with a parameter of its own", toy{own: true}, model.Needs{}),
		method("spectral", "needs a spectral density", toy{}, model.Needs{Spectrum: true}),
		method("broken", "fails always", toy{fail: "the toy is broken; buy another"}, model.Needs{}),
		method("idle", "is not ticked", toy{rank: new(int)}, model.Needs{}),
	}
}

// newToy is an explorer over toy methods on 40 points, in a window of w×h.
func newToy(t testing.TB, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	return newToyWith(t, toyMethods(), glyphs, theme, w, h)
}

// newToyWith is an explorer over some methods on 40 points, with the toys ticked.
func newToyWith(t testing.TB, methods []model.Method, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	l, err := look.New(glyphs, theme, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.DefaultSpec(40)
	spec.Methods, spec.Reps = []string{"plain", "eager", "spectral", "broken"}, 2
	spec.Values["m"] = 20
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(10 * time.Second) })
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: spec, Methods: methods, Workers: 1, Version: "test"}, l, r,
		func() time.Time { return start })
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return m
}

// editSetting changes the setting without a step of the history, and computes nothing.
func editSetting(m *explorer, f func(*lab.Setting)) {
	s := m.Setting()
	f(&s)
	m.SetSetting(s)
}

// press sends keys as bubbletea names them; one that is no name is sent as
// typed text.
func press(m *explorer, keys ...string) {
	named := map[string]tea.KeyType{"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "enter": tea.KeyEnter,
		"esc": tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab, "backspace": tea.KeyBackspace, "ctrl+c": tea.KeyCtrlC, "space": tea.KeySpace, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown}
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if kind, ok := named[k]; ok {
			msg = tea.KeyMsg{Type: kind}
			if kind == tea.KeySpace {
				msg.Runes = []rune{' '}
			}
		}
		m.Update(msg)
	}
}

// settle feeds what the runner brings until everything has ended.
func settle(t *testing.T, m *explorer) {
	t.Helper()
	busy := func() bool {
		own := m.screen().JobKind()
		return !m.Outcome().Finished() || (own == explore.Jobs || own == regression.Jobs) && m.Runner.Busy(own) || m.chooser.Busy != ""
	}
	for busy() {
		if msg := m.Runner.Wait(); msg == nil {
			t.Fatal("the runner has ended")
		} else {
			m.Update(msg)
		}
	}
}

// chartName names a chart by its screen's key and its place there.
type chartName struct {
	key string
	at  int
}

// The charts that tests look at.
var (
	onError, onRank      = chartName{"1", 0}, chartName{"1", 1}
	onSpectrum           = chartName{"2", 0}
	onStream, onAccuracy = chartName{"5", 0}, chartName{"5", 1}
	onHeat, onLearned    = chartName{"6", 0}, chartName{"6", 1}
)

// screenOf is the screen behind a key.
func (m *explorer) screenOf(key string) screen.Screen {
	for _, s := range m.screens {
		if s.key == key {
			return s.Screen
		}
	}
	panic("no such screen")
}

// linesOf builds a chart, on whatever screen it is, and keeps what it settles, as Update
// does of the present screen.
func (m *explorer) linesOf(of chartName) chart.Lines {
	v := m.screenOf(of.key).Panes().Charts[of.at]
	kept := v.Axes()
	var lines chart.Lines
	lines, *kept = v.Lines(*kept)
	return lines
}

// titleOf is the title of a chart in w cells.
func (m *explorer) titleOf(of chartName, w int) string {
	var built chart.Lines
	v := m.screenOf(of.key).Panes().Charts[of.at]
	if v.Lines != nil {
		built = m.linesOf(of)
	}
	return v.Title(built, w)
}

// allScreens are those of the explorer, on an empty state.
func allScreens() []numbered {
	b, l := &lab.State{}, &look.Look{}
	return screens(b, l, lessons.New(b, l))
}

// helpLines are those of the help, or of these what is sought.
func (m *explorer) helpLines() []string { return m.help.Found(m.helpSections()) }

// figure is what the first chart shows.
func (m *explorer) figure() widget.Item {
	label := strings.TrimPrefix(m.explore().Hint("value", 0, screen.OnFirst), "value: ")
	for _, it := range m.explore().Values() {
		if it.Name == label {
			return it
		}
	}
	panic("the first chart shows " + label)
}

// against is the result that the first chart is over, "" for the parameter.
func (m *explorer) against() string {
	return strings.TrimPrefix(m.explore().Hint("against", 0, screen.OnFirst), "against: ")
}

// pointsOfK is how many points the curve of K has.
const pointsOfK = 15

// curveOfK are the samples of the curve of K, of the present setting or the one before.
func (m *explorer) curveOfK() chart.Series {
	if lines := m.linesOf(onRank); len(lines.Series) > 0 {
		return lines.Series[0]
	}
	return chart.Series{}
}

// heat is the map as it is drawn to files: empty where it is of the setting before.
func (m *explorer) heat() drawing.Heat {
	return m.screenOf(onHeat.key).Panes().Charts[onHeat.at].Figure().(drawing.Heat)
}

// countWork counts the jobs of a kind from now on, and starts none.
func (m *explorer) countWork(kind job.Kind) *int {
	count := new(int)
	m.Launch = func(l job.Kind, _ job.Work) {
		if l == kind {
			*count++
		}
	}
	return count
}

// showValue has the first chart show another figure.
func (m *explorer) showValue(name string) {
	m.carryOut(m.explore().Update(screen.ShowValue(name)))
	m.follow()
}

// The screens, for what tests feed them.
func (m *explorer) spectrum() *spectrum.Screen     { return m.screenOf("2").(*spectrum.Screen) }
func (m *explorer) points() *points.Screen         { return m.screenOf("3").(*points.Screen) }
func (m *explorer) stream() *stream.Screen         { return m.screenOf("5").(*stream.Screen) }
func (m *explorer) regression() *regression.Screen { return m.screenOf("6").(*regression.Screen) }
func (m *explorer) explore() *explore.Screen       { return m.screenOf("1").(*explore.Screen) }
func (m *explorer) matrix() *matrix.Screen         { return m.screenOf("4").(*matrix.Screen) }

// playbackClock is the timer that the playback asks for now, nil for none.
func (m *explorer) playbackClock() tea.Cmd { return m.carryOut(m.stream().Update(screen.Settled{})) }

// typed is the field in which something is being typed, or was last.
func (m *explorer) typed() *widget.Field {
	if open := m.open(); len(open) > 0 && open[0].typed != nil {
		return open[0].typed
	}
	return &m.panel.Field
}
