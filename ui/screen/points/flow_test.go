package points

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

// fewPoints is a screen with 40 made-up points in three groups, the last a small one.
func fewPoints(t *testing.T) *screentest.Bench[*Screen] {
	x, owner := mat.NewDense(40, 3, nil), make([]int, 40)
	scores, sizes := make([]float64, 40), make([]int, 3)
	for i := range 40 {
		owner[i] = []int{0, 0, 0, 1}[i%4]
		if i%10 == 7 {
			owner[i] = 2
		}
		sizes[owner[i]]++
		x.SetRow(i, []float64{float64(i + 1), float64(i % 5), float64(i)})
		scores[i] = []float64{0.1, 0.25, 0.9}[owner[i]] - float64(i)/1000
	}
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Idle()
	clusters := &inspect.Clusters{Owner: owner, Sizes: sizes}
	cloud := &inspect.Cloud{Rows: &trial.Rows{Train: &data.Set{X: x, Columns: []string{"length", "width", "age"}}},
		Principal: mat.DenseCopyOf(x.Slice(0, 40, 0, 2))}
	m.Send(PointsOf(cloud, clusters), LandmarksOf("plain", []int{0, 1, 2, 12, 27, 31}, clusters),
		Landmarks{Method: "eager", Missing: "eager rests on no points of the data"}, ScoresOf(scores), job.Finished{})
	return m
}

// manyPoints is a screen with n points of ten columns, every twentieth in the second cluster, and
// a hundred landmarks.
func manyPoints(t testing.TB, n int) *screentest.Bench[*Screen] {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager")
	m.Idle()
	x, c, landmarks := mat.NewDense(n, 10, nil), &inspect.Clusters{Owner: make([]int, n), Sizes: []int{n - n/20, n / 20}},
		[]int(nil)
	for i := range n {
		for j := range 10 {
			x.Set(i, j, float64((i*(j+3))%1009))
		}
		if i%20 == 0 {
			c.Owner[i] = 1
		}
		if i%(n/100) == 0 {
			landmarks = append(landmarks, i)
		}
	}
	cloud := &inspect.Cloud{Rows: &trial.Rows{Train: &data.Set{X: x, Columns: strings.Split("abcdefghij", "")}},
		Principal: mat.DenseCopyOf(x.Slice(0, n, 0, 2))}
	m.Send(PointsOf(cloud, c), LandmarksOf("plain", landmarks, c), LandmarksOf("eager", landmarks[:50], c), job.Finished{})
	return m
}

// TestManyPointsAreThinned: ten times as many points are no more to draw, and the charts say
// how many are drawn.
func TestManyPointsAreThinned(t *testing.T) {
	var spent []uint64
	for _, n := range []int{20000, 200000} {
		m := manyPoints(t, n)
		m.Press(0, "]")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, key := range []string{"]", "}", "[", "{"} {
			m.Press(0, key)
			m.Text(0, 100, 20)
		}
		runtime.ReadMemStats(&after)
		spent = append(spent, after.TotalAlloc-before.TotalAlloc)
		for side := range 2 {
			d := m.Screen.figure(0, 0).(chart.Panes).Charts[side]
			want := fmt.Sprintf("10000 of %d points drawn", n)
			if len(d.Dots) != 10000 || d.Thinned() != want || len(d.Points) != []int{100, 50}[side] {
				t.Errorf("chart %d of %d points: %d dots and %d landmarks are drawn; it tells %q", side, n, len(d.Dots),
					len(d.Points), d.Thinned())
			}
		}
		m.Screen.at = -1
		if want, text := fmt.Sprintf("10000 of %d points drawn", n), m.Text(0, 100, 20); !strings.Contains(text, want) {
			t.Errorf("the charts do not say %q:\n%s", want, text)
		}
	}
	if spent[1] > spent[0]*5/4 {
		t.Errorf("four keys take %d bytes at 20000 points and %d at 200000", spent[0], spent[1])
	}
}

func TestCrosshairGoesByLeverage(t *testing.T) {
	m := fewPoints(t)
	if strings.Contains(m.Text(0, 120, 20), "point 8:") {
		t.Fatal("a crosshair before it was asked for")
	}
	m.Press(0, "]")
	want := "point 8: cluster 3 of 4 points, τ=0.893, 1st of 40, no landmark; pc1=8 pc2=2 length=8"
	if text := m.Text(0, 120, 20); !strings.Contains(text, want) || strings.Count(text, "╳") != 2 {
		t.Errorf("the first point\n%s", text)
	}
	m.Press(0, "]", "[", "[", "[")
	if text := m.Text(0, 120, 20); !strings.Contains(text, "1st of 40") {
		t.Errorf("after going back\n%s", text)
	}
	m.Press(0, "}", "}", "}", "}", "}")
	if text := m.Text(0, 120, 20); !strings.Contains(text, "40th of 40") {
		t.Errorf("at the end\n%s", text)
	}
	m.Screen.pick(27)
	if text := m.Text(0, 120, 20); !strings.Contains(text, "point 28: cluster 3") ||
		!strings.Contains(text, "landmark of plain") {
		t.Errorf("at a landmark\n%s", text)
	}
}

// TestUniformSamplingMissesTheSmallCluster shows what the screen is for: uniform sampling misses
// the small cluster of bimodal, and sampling by leverage scores does not.
func TestUniformSamplingMissesTheSmallCluster(t *testing.T) {
	m := screentest.New(t, New, approx.Methods(), "nystrom")
	m.Change(func(s *lab.Setting) { s.Spec.N, s.Store = 400, sweep.NewStore(synthetic.Generators()[0]) })
	m.Settle()
	if names := m.Screen.names(); !slices.Equal(names, []string{"nystrom", "rls"}) {
		t.Fatalf("the methods are %v", names)
	}
	c := &m.Screen.Now
	size, all := slices.Min(c.Clusters.Sizes), len(c.Rests["nystrom"].Rows)
	uniform, ok := c.SmallHits("nystrom")
	scored, okToo := c.SmallHits("rls")
	if !ok || !okToo || all != 20 || size > 60 || uniform > 4 || scored < 3*max(uniform, 1) {
		t.Errorf("of %d points: %d of nystrom's %d landmarks, %d of those by scores", size, uniform, all, scored)
	}
	expected := 20 * float64(size) / 400
	for w, want := range map[int]string{100: fmt.Sprintf("landmarks in cluster 5, the smallest (%d of 400 points); ┊ a "+
		"uniform draw expects %s of 20", size, number.Figure(expected)),
		50: "landmarks in cluster 5; ┊ expected " + number.Figure(expected) + " of 20"} {
		if title := m.Title(0, w); title != want {
			t.Errorf("the title %q, want %q", title, want)
		}
	}
	lines := strings.Split(m.Text(0, 120, 20), "\n")
	bars := func(part string) int { return strings.Count(part, "█") }
	left, right, _ := strings.Cut(lines[0], "○ rls, not ticked")
	if !strings.Contains(left, fmt.Sprintf("▲ nystrom         %3d ", uniform)) ||
		!strings.Contains(right, fmt.Sprintf(" %3d ", scored)) || bars(right) < 2*bars(left) ||
		strings.Count(lines[0], "┊") != 2 {
		t.Errorf("the bars are %q", lines[0])
	}
	mark := func(heading string) int {
		_, bar, _ := strings.Cut(heading, "█")
		return utf8.RuneCountInString(bar[:strings.Index(bar, "┊")])
	}
	rls := m.Screen.Now.Rests["rls"]
	once := mark(m.Screen.heading(&m.Screen.Now, "rls", 120))
	m.Screen.Now.Rests["rls"] = LandmarksOf("rls", slices.Concat(rls.Rows, rls.Rows), m.Screen.Now.Clusters)
	if twice := mark(m.Screen.heading(&m.Screen.Now, "rls", 120)); twice != once {
		t.Errorf("twice the landmarks, and a bar twice as long, have the mark of a uniform draw after %d cells in place of %d", twice, once)
	}
	m.Change(func(s *lab.Setting) { s.Spec.Methods = []string{"bless", "nystrom", "fourier", "squeak"} })
	m.Settle()
	if names := m.Screen.names(); names[0] != "nystrom" || len(names) != 4 ||
		slices.Contains(m.Screen.marked(), "fourier") {
		t.Errorf("the methods are %v, with landmarks %v", names, m.Screen.marked())
	}
	if text := m.Text(0, 160, 24); !strings.Contains(text, "not on points: fourier") ||
		strings.Contains(text, "▼ fourier") {
		t.Errorf("a method without landmarks is not named, or has a chart:\n%s", text)
	}
	m.Change(func(s *lab.Setting) { s.Spec.Methods, s.Spec.N, s.Spec.ExactLimit = nil, 40, 30 })
	m.Settle()
	if text := m.Text(0, 140, 20); !strings.Contains(text, "cluster") ||
		!strings.Contains(text, "leverage scores are for n up to 30, not") {
		t.Errorf("without a method, and beyond the limit of scores:\n%s", text)
	}
}

// TestOneIsNoPlural: of a cluster of one point, and of one landmark.
func TestOneIsNoPlural(t *testing.T) {
	m := fewPoints(t)
	now := &m.Screen.Now
	now.Clusters.Sizes = []int{28, 11, 1}
	now.Rests["plain"] = LandmarksOf("plain", []int{7}, now.Clusters)
	all := m.Screen.figure(0, 0).(chart.Panes)
	title, group := all.Charts[0].Title, all.Groups[2]
	if title != "plain: 1 landmark, 1 in cluster 3" || group != "cluster 3: 1 of 1 point" {
		t.Errorf("the title is %q, the third group %q", title, group)
	}
	m.Press(0, "]")
	if text := m.Text(0, 120, 20); !strings.Contains(text, "point 8: cluster 3 of 1 point,") {
		t.Errorf("the crosshair at a cluster of one\n%s", text)
	}
}

// TestThePointsAreDrawnAsShown: each point where its coordinates are, those of the
// landmarks marked.
func TestThePointsAreDrawnAsShown(t *testing.T) {
	m := fewPoints(t)
	now := &m.Screen.Now
	cloud, rows := now.Cloud, now.Rests["plain"].Rows
	all := m.Screen.figure(0, 0).(chart.Panes)
	if len(all.Charts) != 1 { // eager rests on no points
		t.Fatalf("%d charts", len(all.Charts))
	}
	d := all.Charts[0]
	if len(d.Dots) != 40 || len(d.Points) != len(rows) || d.X.Title != "pc1" || d.Y.Title != "pc2" {
		t.Fatalf("%d dots and %d marks over %s and %s", len(d.Dots), len(d.Points), d.X.Title, d.Y.Title)
	}
	for i, dot := range d.Dots {
		if want := (chart.Dot{X: cloud.Principal.At(i, 0), Y: cloud.Principal.At(i, 1), Color: now.Clusters.Owner[i],
			Level: dot.Level}); dot != want {
			t.Errorf("point %d is %v, want %v", i, dot, want)
		}
	}
	sign := curve.Sign(&m.State, m.State.MethodIndex("plain"))
	for k, i := range rows {
		if want := (chart.Point{X: cloud.Principal.At(i, 0), Y: cloud.Principal.At(i, 1),
			Color: sign}); d.Points[k] != want {
			t.Errorf("landmark %d is %v, want %v", k, d.Points[k], want)
		}
	}
	// 0, 1, 2, 12, 27, 31: every fourth row is of the second group, those that end in 7 of the third.
	if want := []string{"cluster 1: 4 of 28 points", "cluster 2: 1 of 8 points",
		"cluster 3: 1 of 4 points"}; !slices.Equal(all.Groups, want) {
		t.Errorf("groups %q, want %q", all.Groups, want)
	}
	if d.Title != "plain: 6 landmarks, 1 in cluster 3" || all.Heading != "landmarks of plain" || all.Levels[2] == "" {
		t.Errorf("the title is %q, the legend has %q, levels %q", d.Title, all.Heading, all.Levels)
	}

	now.Rests["eager"] = LandmarksOf("eager", []int{7, 17}, now.Clusters)
	all = m.Screen.figure(0, 0).(chart.Panes)
	if len(all.Charts) != 2 || all.Charts[1].Title != "eager: 2 landmarks, 2 in cluster 3" ||
		len(all.Charts[1].Points) != 2 || all.Charts[1].Points[0].Color == sign {
		t.Errorf("two methods: %d charts", len(all.Charts))
	}
	if got := m.Screen.Panes().Charts[0].Name; got != "points plain and eager" {
		t.Errorf("the drawing is called %q", got)
	}
	if want := "cluster 3: 1 and 2 of 4 points"; all.Groups[2] != want || all.Heading != "landmarks of plain and eager" {
		t.Errorf("%q of %q, want %q", all.Groups[2], all.Heading, want)
	}
	now.Scores = Scores{}
	now.Rests["plain"], now.Rests["eager"] = Landmarks{Method: "plain", Missing: "none"},
		Landmarks{Method: "eager", Missing: "none"}
	all = m.Screen.figure(0, 0).(chart.Panes)
	if d := all.Charts[0]; len(all.Charts) != 1 || len(d.Points) != 0 || d.Title != "no landmarks" ||
		all.Groups[2] != "cluster 3: 4 points" || all.Levels[0] != "" {
		t.Errorf("methods without landmarks: %d marks below %q, groups %q, levels %q", len(d.Points), d.Title, all.Groups,
			all.Levels)
	}
	delete(now.Rests, "plain")
	if d := m.Screen.figure(0, 0).(chart.Panes); len(d.Charts) != 0 {
		t.Error("there is a drawing before the landmarks are known")
	}
}

// TestLandmarksHaveTheMethodsColour: that of the table, also where a ticked method before it shifts it; the charts say
// which methods are not ticked, and that colours are clusters.
func TestLandmarksHaveTheMethodsColour(t *testing.T) {
	m := fewPoints(t)
	for _, name := range []string{"plain", "eager"} {
		m.Screen.Now.Rests[name] = LandmarksOf(name, []int{3, 4}, m.Screen.Now.Clusters)
		want := curve.Sign(&m.State, m.MethodIndex(name))
		for _, mark := range m.Screen.shownDots(&m.Screen.Now, name, false).Points {
			if mark.Color != want || string(mark.Sign()) != m.Screen.look.Marker(want) {
				t.Errorf("a landmark of %s has colour %d and marker %c, want %d", name, mark.Color, mark.Sign(), want)
			}
		}
	}
	if text := m.Text(0, 120, 20); strings.Contains(text, "ticked") {
		t.Errorf("methods that are ticked:\n%s", text)
	}
	found := m.Screen.Now
	m.Change(func(s *lab.Setting) { s.Spec.Methods = []string{"plain"} })
	m.Screen.Now, m.Screen.Old = found, Cast{}
	if text := m.Text(0, 120, 20); !strings.Contains(text, "eager, not ticked") ||
		!strings.Contains(text, "numbers are clusters") {
		t.Errorf("eager is not ticked:\n%s", text)
	}
	dark := screentest.Look("braille", "dark")
	m.Screen.look = &dark
	if text := m.Text(0, 90, 20); !strings.Contains(text, "coloured by cluster") {
		t.Errorf("the legend lacks colours:\n%s", text)
	}
}

func BenchmarkManyPoints(b *testing.B) {
	m := manyPoints(b, 200000)
	for b.Loop() {
		m.Text(0, 50, 20)
	}
}

// Points outside of the part of the plane that is shown are not drawn.
func TestPartOfThePlane(t *testing.T) {
	m := fewPoints(t)
	s := m.Screen
	s.x, s.y = "length", "width" // the row's number and its remainder by 5
	c, _ := s.seen()
	whole := s.lines()
	s.axes.Zoom.X = curve.Range{Lo: 9.5, Hi: 20.5}
	dots := s.shownDots(c, "plain", false)
	if len(dots.Dots) != 11 || len(whole.Dots) != 40 || dots.X.Lo != 9.5 || dots.Thinned() != "" {
		t.Fatalf("%d of %d dots from %v: %s", len(dots.Dots), len(whole.Dots), dots.X.Lo, dots.Thinned())
	}
	for _, mark := range dots.Points {
		if shown := mark.X >= 9.5 && mark.X <= 20.5; shown != dots.Shows(mark.X, mark.Y) {
			t.Errorf("a landmark at %v is drawn: %v", mark.X, !shown)
		}
	}
}

// TestLandmarksOfDataThatAreGone: they come when there is nothing to keep them in.
func TestLandmarksOfDataThatAreGone(t *testing.T) {
	m := screentest.New(t, New, screentest.Methods(), "plain")
	m.Settle()
	m.Screen.Update(screen.NewData{})
	m.Screen.Update(Landmarks{Method: "plain"})
	if len(m.Screen.Now.Rests) != 0 {
		t.Errorf("landmarks of %d methods", len(m.Screen.Now.Rests))
	}
}
