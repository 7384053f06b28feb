package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/sweep"
	"gramscope/ui/drawing"
	"gramscope/ui/lab"
)

// points is the third screen: where the data are, and where the landmarks of two
// methods.
func points() board {
	pick := func(y bool) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.planeMenu(y) }) }
	step := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.points.step(by) }) }
	return board{
		key: "3", name: "Points", abreast: 50, first: firstPane,
		charts: []view{
			{mode: onPoints, title: func(m *explorer, w int) string { return m.pointsTitle(0, w) },
				draw:   func(m *explorer, w, h int) string { return m.pointsText(0, w, h) },
				figure: func(m *explorer) drawing.Chart { return m.pointsFigure(0) },
				name:   func(m *explorer) string { return m.pointsName(0) }},
			{mode: onOthers, title: func(m *explorer, w int) string { return m.pointsTitle(1, w) },
				draw:   func(m *explorer, w, h int) string { return m.pointsText(1, w, h) },
				figure: func(m *explorer) drawing.Chart { return m.pointsFigure(1) },
				name:   func(m *explorer) string { return m.pointsName(1) }},
		},
		need: noMore, over: stay,
		start: (*explorer).startPoints,
		stop: func(m *explorer) {
			m.Runner.Stop(lab.PointsLane)
			if !m.points.done {
				m.points.key = ""
			}
		},
		hint: func(m *explorer, word string) string {
			x, y := m.plane()
			switch word {
			case "over":
				return strings.TrimSpace("x: " + x.name)
			case "value":
				return strings.TrimSpace("y: " + y.name)
			case "log":
				return ""
			}
			return word
		},
		keys: []binding{
			{keys: []string{"]"}, show: "]", does: "crosshair: the point with the next lower leverage score", in: onPanes, run: step(1)},
			{keys: []string{"["}, show: "[", does: "crosshair: the point with the next higher one; the first has the highest of all", in: onPanes, run: step(-1)},
			{keys: []string{"}"}, show: "}", does: "crosshair: ten points further", in: onPanes, run: step(10)},
			{keys: []string{"{"}, show: "{", does: "crosshair: ten points back", in: onPanes, run: step(-10)},
			{show: "[ ]", hint: "point", in: onPanes},
			{keys: []string{"o"}, show: "o", does: "choose the x axis: a principal component, a column or the target", hint: "over", in: onPanes, run: pick(false)},
			{keys: []string{"v"}, show: "v", does: "choose the y axis, likewise", hint: "value", in: onPanes, run: pick(true)},
		},
	}
}

// pointsView is the state of the screen.
type pointsView struct {
	x, y string // axes that were chosen; "" for the usual ones
	at   int    // the crosshair's place in the order of leverage; −1 for none

	key, base string
	now, old  cast
	done      bool
	failed    error
}

// cast is what is known of the points.
type cast struct {
	cloud    *inspect.Cloud
	clusters *inspect.Clusters
	scores   []float64
	order    []int // by score, or as the rows are without
	unscored string
	rests    map[string]landmarksFound // by method
}

// What the work posts.
type (
	scoresFound struct {
		scores  []float64
		missing string
	}
	cloudFound struct {
		cloud    *inspect.Cloud
		clusters *inspect.Clusters
	}
	landmarksFound struct {
		method  string
		rows    []int
		missing string // why there are none
	}
)

func newPointsView() pointsView { return pointsView{at: -1} }

// fresh forgets what belongs to other data.
func (v *pointsView) fresh() { *v = newPointsView() }

// pair are the methods of the two charts: uniform sampling, and the method pointed
// at, or leverage scores where that is none to compare with; "" for none.
func (m *explorer) pair() (left, right string) {
	names := m.Usable()
	if len(names) == 0 {
		return "", ""
	}
	active := m.Setting.Active(m.Methods)
	left = append(slices.Clone(active), names...)[0]
	if slices.Contains(names, "nystrom") {
		left = "nystrom"
	}
	pointed := m.Methods[m.Pointed].Name
	if pointed != left && slices.Contains(active, pointed) {
		return left, pointed
	}
	scored := "rls"
	if inspect.NoScores(m.Setting.Spec.N, m.Setting.Spec.ExactLimit) != "" {
		scored = "recursive-rls" // without a factor of all of K
	}
	if left != scored && slices.Contains(names, scored) {
		return left, scored
	}
	for _, name := range append(active, names...) {
		if name != left {
			return left, name
		}
	}
	return left, ""
}

// followPointer shows, where there is room for one of the two charts, that of the
// method pointed at.
func (m *explorer) followPointer() {
	if !m.shows(onOthers) {
		return
	}
	m.charted = firstPane
	if _, right := m.pair(); m.Methods[m.Pointed].Name == right {
		m.charted = secondPane
	}
}

// startPoints computes what the present setting asks for, unless it is there or on
// its way. Points, clusters and scores stay while only methods come and go.
func (m *explorer) startPoints() {
	v := &m.points
	left, right := m.pair()
	names := slices.DeleteFunc([]string{left, right}, func(s string) bool { return s == "" })
	p, ok := m.PictureOf(names)
	ridge := m.Setting.Value(model.ScoreRidge(nil), m.Widths())
	base := p.Key()
	key := fmt.Sprint(base, names)
	if !ok || key == v.key {
		return
	}
	now := v.now
	v.now = cast{}
	switch {
	case base == v.base:
		v.now = now
	case now.cloud != nil:
		v.old = now
	}
	v.key, v.base, v.done, v.failed = key, base, false, nil
	v.now.unscored, v.now.rests = inspect.NoScores(m.Setting.Spec.N, m.Setting.Spec.ExactLimit), map[string]landmarksFound{}
	count := int(m.Setting.Value(model.Clusters(nil), m.Widths()))
	m.Launch(lab.PointsLane, pointsWork(m.Runner, p, count, ridge))
}

// pointsWork finds the points, the landmarks, and last the leverage scores, in the
// one place for jobs of O(n³).
func pointsWork(r *lab.Runner, p lab.Picture, clusters int, ridge float64) lab.Work {
	return func(ctx context.Context, post func(any)) {
		plan, err := p.Prepare(ctx)
		if err == nil {
			err = showPoints(ctx, plan, clusters, post)
		}
		if err != nil || inspect.NoScores(plan.Cells[0].Draw.N, plan.Spec.ExactLimit) != "" || !lab.Take(ctx, r.Slow) {
			lab.RefuseUnlessDone(ctx, post, err)
			return
		}
		defer func() { <-r.Slow }()
		scores, err := inspect.LeverageScores(ctx, plan, plan.Cells[0], ridge)
		if err != nil {
			post(scoresFound{missing: lab.Reason(err)})
			return
		}
		post(scoresFound{scores: scores})
	}
}

func showPoints(ctx context.Context, plan *sweep.Plan, clusters int, post func(any)) error {
	cloud, err := inspect.CloudOf(ctx, plan, plan.Cells[0])
	if err != nil {
		return err
	}
	groups, err := inspect.ClustersOf(ctx, plan, plan.Cells[0], clusters)
	if err != nil {
		return err
	}
	post(cloudFound{cloud, groups})
	for _, c := range plan.Cells {
		rows, has, err := inspect.Landmarks(ctx, plan, c)
		found := landmarksFound{method: c.Method.Name, rows: rows}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			found.missing = c.Method.Name + ": " + lab.Reason(err)
		case !has:
			found.missing = c.Method.Name + " rests on no points of the data"
		}
		post(found)
	}
	return nil
}

// receive takes in what the work has found.
func (v *pointsView) receive(body any) (notes []string, err error) {
	switch b := body.(type) {
	case lab.Finished:
		v.done = true
	case cloudFound:
		v.now.cloud, v.now.clusters = b.cloud, b.clusters
		if n, _ := b.cloud.X.Dims(); len(v.now.order) != n {
			v.now.order = make([]int, n)
			for i := range n {
				v.now.order[i] = i
			}
		}
		v.old = cast{}
		v.at = min(v.at, len(v.now.order)-1)
	case landmarksFound:
		v.now.rests[b.method] = b
	case scoresFound:
		if b.missing != "" {
			v.now.unscored = b.missing
			break
		}
		v.now.scores, v.now.order = b.scores, inspect.ByScore(b.scores)
	}
	if err = lab.FailureOf(body); err != nil {
		v.failed, v.old = err, cast{}
	}
	return nil, err
}

// seen is what is shown: the present points, or those before.
func (v *pointsView) seen() (c *cast, stale bool) {
	if v.now.cloud == nil && v.old.cloud != nil {
		return &v.old, true
	}
	return &v.now, false
}

// step moves the crosshair.
func (v *pointsView) step(by int) {
	c, _ := v.seen()
	if len(c.order) == 0 {
		return
	}
	if v.at < 0 && by > 0 { // the first step shows the first point
		by--
		v.at = 0
	}
	v.at = min(max(v.at+by, 0), len(c.order)-1)
}
