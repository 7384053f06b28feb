package pixel

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gramscope/ui/pixel/pixeltest"
)

// blank is the cell below the first picture.
var blank = string([]rune(Blanks)[0])

// drawn is an image of cols×rows cells with a transparent background, and above the diagonal colours that are
// alternately opaque and translucent.
func drawn(cols, rows int) *image.RGBA {
	to := image.NewRGBA(image.Rect(0, 0, 8*cols, 16*rows))
	size := to.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			if x > y {
				to.Set(x, y, color.NRGBA{uint8(51 * (5 * x / size.X)), uint8(51 * (5 * y / size.Y)), 0x40, uint8(40 + 215*(x/4%2))})
			}
		}
	}
	return to
}

// near reports whether two colours look alike on black.
func near(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	far := func(v, w uint32) float64 { return math.Abs(float64(v)-float64(w)) / 0xffff }
	return max(far(r, r2), far(g, g2), far(bl, b2)) < 0.08
}

// speckled is such an image with four colours at random above the diagonal, which no encoder makes small.
func speckled(cols, rows int) *image.RGBA {
	to, rng := drawn(cols, rows), rand.New(rand.NewPCG(1, 2))
	for y := range 16 * rows {
		for x := y + 1; x < 8*cols; x++ {
			to.Set(x, y, color.NRGBA{uint8(85 * rng.IntN(4)), 0x80, 0x40, 0xff})
		}
	}
	return to
}

// TestPicturesArriveAsDrawn: what a terminal decodes is what was drawn, pixel for pixel, also in several parts.
func TestPicturesArriveAsDrawn(t *testing.T) {
	const cols, rows = 30, 12
	for name, c := range map[string]struct {
		p     Protocol
		of    *image.RGBA
		parts int
	}{
		"kitty": {Kitty, drawn(cols, rows), 1}, "kitty, large": {Kitty, speckled(cols, rows), 3},
		"iterm": {ITerm, drawn(cols, rows), 1}, "iterm, large": {ITerm, speckled(cols, rows), 1},
	} {
		t.Run(name, func(t *testing.T) {
			p, of := c.p, c.of
			picture, err := p.New(7, image.Rect(3, 2, 3+cols, 2+rows), of)
			if err != nil {
				t.Fatal(err)
			}
			if parts := bytes.Count(picture.data, []byte("\x1b_G")) + bytes.Count(picture.data,
				[]byte("\x1b]1337")); parts != c.parts {
				t.Errorf("%d parts, want %d", parts, c.parts)
			}
			x := pixeltest.New(80, 24)
			s := NewScreen(x, p)
			s.Offer(0, picture)
			if _, err := s.Write([]byte(List(7))); err != nil {
				t.Fatal(err)
			}
			if x.Last == nil || x.Last.Bounds() != of.Bounds() {
				t.Fatalf("the picture has %v, want %v", x.Last, of.Bounds())
			}
			wrong := 0
			for y := range 16 * rows {
				for c := range 8 * cols {
					if _, _, _, a := x.Last.At(c, y).RGBA(); !near(x.Last.At(c, y), of.At(c, y)) || c <= y && a != 0 {
						wrong++
					}
				}
			}
			if wrong > 0 {
				t.Errorf("%d pixels of %d are wrong", wrong, 8*cols*16*rows)
			}
			for y := range 24 {
				for c := range 80 {
					if want := c >= 3 && c < 3+cols && y >= 2 && y < 2+rows; x.Pictured(c, y) != want {
						t.Fatalf("cell %d, %d: picture %v", c, y, !want)
					}
				}
			}
		})
	}
}

// TestPicturesFollowFrames: after any frames and sequences of bubbletea's, the terminal has the pictures of the last
// frame and no others, where that leaves room for them, and its text everywhere else.
func TestPicturesFollowFrames(t *testing.T) {
	of := drawn(10, 4)
	for _, p := range []Protocol{Kitty, ITerm} {
		t.Run(string(p), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x := pixeltest.New(40, 12)
				s := NewScreen(x, p)
				var last []string // lines that bubbletea has written
				id := 0
				for range rapid.IntRange(1, 12).Draw(t, "frames") {
					lines := make([]string, 12)
					letter := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "letter")
					for y := range lines {
						lines[y] = strings.Repeat(letter, 40)
					}
					var ids []int
					if rapid.Bool().Draw(t, "pictured") {
						left := rapid.IntRange(0, 3).Draw(t, "left")
						if id == 0 || rapid.Bool().Draw(t, "new") {
							id++
						}
						picture, err := p.New(id, image.Rect(left, 3, left+10, 7), of)
						if err != nil {
							t.Fatal(err)
						}
						ids = []int{id}
						if s.offeredAt(id) == nil {
							s.Offer(0, picture)
						} else {
							left = s.offeredAt(id).Cells.Min.X
						}
						for y := 3; y < 7; y++ {
							lines[y] = lines[y][:left] + strings.Repeat(blank, 10) + lines[y][left+10:]
						}
					}
					lines[11] += List(ids...)
					switch rapid.IntRange(0, 9).Draw(t, "event") {
					case 0: // suspended and resumed
						write(t, s, ansi.EraseEntireLine)
						write(t, s, ansi.ResetModeAltScreenSaveCursor)
						if len(x.Pictures) > 0 {
							t.Fatalf("%d pictures are left while the program is suspended", len(x.Pictures))
						}
						write(t, s, ansi.SetModeAltScreenSaveCursor)
						write(t, s, ansi.EraseEntireScreen)
						last = nil
					case 1:
						write(t, s, ansi.EraseEntireScreen)
						last = nil
					}
					write(t, s, frame(lines, last))
					last = lines
					for y, line := range lines {
						line = ansi.Strip(line)
						for c, r := range []rune(line) {
							if pictured := string(r) == blank; x.Pictured(c, y) != pictured {
								t.Fatalf("cell %d, %d: picture %v", c, y, !pictured)
							}
						}
						if got, want := x.Line(y), strings.ReplaceAll(line, blank, " "); got != want {
							t.Fatalf("line %d is %q, want %q", y, got, want)
						}
					}
				}
				s.Write([]byte(ansi.ResetModeAltScreenSaveCursor))
				if len(x.Pictures) > 0 {
					t.Fatalf("%d pictures are left at the end", len(x.Pictures))
				}
			})
		})
	}
}

// offeredAt returns a picture that was offered.
func (s *Screen) offeredAt(id int) *Picture {
	for i := range s.offered[0] {
		if s.offered[0][i].ID == id {
			return &s.offered[0][i]
		}
	}
	return nil
}

// frame is what bubbletea writes for lines: those that differ from the last ones.
func frame(lines, last []string) string {
	var b strings.Builder
	b.WriteString(ansi.CursorHomePosition)
	for y, line := range lines {
		if y < len(last) && last[y] == line {
			b.WriteString("\n")
			continue
		}
		b.WriteString("\r" + line)
		if y < len(lines)-1 {
			b.WriteString("\r\n")
		}
	}
	return b.String()
}

func write(t *rapid.T, s *Screen, text string) {
	t.Helper()
	if _, err := s.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
}

// TestSamePictureIsSentOnce: frames with the same picture send nothing of it again.
func TestSamePictureIsSentOnce(t *testing.T) {
	x := pixeltest.New(40, 12)
	s := NewScreen(x, Kitty)
	picture, _ := Kitty.New(1, image.Rect(0, 0, 10, 4), drawn(10, 4))
	s.Offer(0, picture)
	for k := range 5 {
		fmt.Fprintf(s, "\x1b[Hframe %d%s", k, List(1))
	}
	if once := len(picture.data); x.Bytes != once || s.Sent() < once {
		t.Errorf("%d bytes of pictures were sent, want %d", x.Bytes, once)
	}
}

// TestPicturesComeBack: a picture that was offered long ago, and hidden since, is shown again when a frame names it,
// however many there were for the other place.
func TestPicturesComeBack(t *testing.T) {
	x := pixeltest.New(40, 12)
	s := NewScreen(x, Kitty)
	offer := func(at, id int) {
		picture, err := Kitty.New(id, image.Rect(20*at, 0, 20*at+10, 4), drawn(10, 4))
		if err != nil {
			t.Fatal(err)
		}
		s.Offer(at, picture)
	}
	offer(1, 1)
	for id := 2; id < 10; id++ {
		offer(0, id)
	}
	for _, ids := range [][]int{{9, 1}, nil, {9, 1}, {8, 1}} {
		fmt.Fprintf(s, "\x1b[Hframe%s", List(ids...))
		if len(x.Pictures) != len(ids) || x.Pictured(20, 0) != (len(ids) > 0) {
			t.Errorf("%d pictures after a frame with %v", len(x.Pictures), ids)
		}
	}
}

// TestCell: the terminal in these tests announces no size.
func TestCell(t *testing.T) {
	for protocol, want := range map[Protocol]image.Point{Kitty: {8, 16}, ITerm: {8, 16}, None: {}} {
		if got := NewScreen(io.Discard, protocol).Cell(); got != want {
			t.Errorf("%s: %v, want %v", protocol, got, want)
		}
	}
}

// TestReducedColors: a picture with few colours keeps them all, and one with many has the most frequent ones.
func TestReducedColors(t *testing.T) {
	of := image.NewRGBA(image.Rect(0, 0, 300, 100))
	for y := range 100 {
		for x := range 300 {
			of.Set(x, y, color.NRGBA{uint8(x), uint8(y), uint8(x * y), 0xff})
		}
	}
	for y := range 50 {
		for x := range 300 {
			of.Set(x, y, color.NRGBA{0xff, 0, 0, 0xff})
		}
	}
	got := reduced(of)
	if len(got.Palette) > mostColors {
		t.Errorf("%d colours", len(got.Palette))
	}
	if r, g, b, a := got.At(10, 10).RGBA(); r != 0xffff || g != 0 || b != 0 || a != 0xffff {
		t.Errorf("the most frequent colour has become %v", got.At(10, 10))
	}
}

// TestKnownTerminals: pictures are the default where the environment names a terminal that has them, and nowhere else.
func TestKnownTerminals(t *testing.T) {
	for _, c := range []struct {
		env  string
		want Protocol
	}{
		{"TERM=xterm-kitty", Kitty},
		{"TERM=xterm-ghostty", Kitty},
		{"TERM=xterm-256color TERM_PROGRAM=WezTerm", Kitty},
		{"TERM=xterm-256color KONSOLE_VERSION=230800", Kitty},
		{"TERM=xterm-256color KONSOLE_VERSION=210800", None},
		{"TERM=foot", None},
		{"TERM=xterm-256color TERM_PROGRAM=iTerm.app", ITerm},
		{"TERM=xterm-256color LC_TERMINAL=iTerm2", ITerm},
		{"TERM=xterm-256color", None},
		{"TERM=xterm", None},
		{"TERM=dumb", None},
		{"", None},
		{"TERM=xterm-kitty TMUX=/tmp/tmux-0/default,1,0", None},
		{"TERM=xterm-kitty STY=1.pts", None},
		{"TERM=xterm-kitty ZELLIJ=0", None},
		{"TERM=screen-256color LC_TERMINAL=iTerm2", None}, // tmux on the other side of ssh
		{"TERM=tmux-256color TERM_PROGRAM=WezTerm", None},
		{"TERM=xterm-256color TERM_PROGRAM=WezTerm VTE_VERSION=7200", None},
		{"TERM=xterm-256color TERM_PROGRAM=vscode", None},
		{"TERM=xterm-256color WT_SESSION=1", None}, // which versions before 1.22 have, too
	} {
		env := map[string]string{}
		for pair := range strings.FieldsSeq(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		getenv := func(name string) string { return env[name] }
		if got := Choose("auto", getenv); got != c.want {
			t.Errorf("%s: %s, want %s", c.env, got, c.want)
		}
		if got := Choose("none", getenv); got != None {
			t.Errorf("none: %s", got)
		}
		if got := Choose("iterm", getenv); got != ITerm {
			t.Errorf("iterm: %s", got)
		}
	}
}
