// Package pixel shows pictures on terminals that have pixels: it draws none, but encodes them for a terminal, puts them
// between bubbletea's frames, and removes them again.
package pixel

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi/kitty"
)

// Protocol is how a terminal takes pictures.
type Protocol string

// The protocols.
const (
	None  Protocol = "none"
	Kitty Protocol = "kitty" // kitty, Ghostty, WezTerm, Konsole: sw.kovidgoyal.net/kitty/graphics-protocol
	ITerm Protocol = "iterm" // iTerm2: iterm2.com/documentation-images.html
)

// Names returns what can be chosen: auto, the protocols and none.
func Names() []string {
	return []string{"auto", string(Kitty), string(ITerm), string(None)}
}

// between are variables that are set by programs with terminals of their own, which pass no pictures on, and by
// terminals without pictures, which may have inherited the variables of another one.
var between = []string{
	"TMUX", "STY", "ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS", "ASCIINEMA_REC",
	"XTERM_VERSION", "VTE_VERSION", "ALACRITTY_WINDOW_ID",
}

// Choose returns the protocol of one of the [Names]. For auto and "" it depends on the environment, as os.Getenv reads
// it: it is none if the terminal is not known to have a protocol, or if another program is between it and this one. The
// terminal is not asked, as some would print the question.
func Choose(name string, getenv func(string) string) Protocol {
	if name != "auto" && name != "" {
		return Protocol(name)
	}
	term, set := getenv("TERM"), func(name string) bool { return getenv(name) != "" }
	if strings.HasPrefix(term, "screen") || strings.HasPrefix(term, "tmux") || slices.ContainsFunc(between, set) {
		return None
	}
	switch program := getenv("TERM_PROGRAM"); {
	case slices.Contains([]string{"xterm-kitty", "xterm-ghostty", "wezterm"}, term),
		program == "ghostty", program == "WezTerm":
		return Kitty
	case program == "iTerm.app" || getenv("LC_TERMINAL") == "iTerm2":
		return ITerm
	}
	if v, err := strconv.Atoi(getenv("KONSOLE_VERSION")); err == nil && v >= 220400 { // the first with pictures
		return Kitty
	}
	return None
}

// Picture is a picture for a part of the window.
type Picture struct {
	ID    int // from 1 on; no two pictures of a program have the same
	Cells image.Rectangle
	data  []byte
}

// kittyBase is added to the numbers of pictures, so that they are not those of another program in the same window.
const kittyBase = 0x67730000

// New encodes an image for a part of the window, which it fills. The terminal is not to answer.
func (p Protocol) New(id int, cells image.Rectangle, of *image.RGBA) (Picture, error) {
	to, drawn, b := Picture{ID: id, Cells: cells}, reduced(of), bytes.Buffer{}
	if p == Kitty {
		err := kitty.EncodeGraphics(&b, drawn, &kitty.Options{Action: kitty.TransmitAndPut, Transmission: kitty.Direct,
			Format: kitty.PNG, Quite: 2, ID: kittyBase + id, PlacementID: 1, Columns: cells.Dx(), Rows: cells.Dy(),
			DoNotMoveCursor: true, Chunk: true})
		to.data = b.Bytes()
		return to, err
	}
	const form = "\x1b]1337;File=inline=1;size=%d;width=%d;height=%d;preserveAspectRatio=0;doNotMoveCursor=1:%s\x07"
	err := png.Encode(&b, drawn)
	to.data = fmt.Appendf(nil, form, b.Len(), cells.Dx(), cells.Dy(), base64.StdEncoding.EncodeToString(b.Bytes()))
	return to, err
}

// mostColors is the largest number of colours of a picture: all that the small form of PNG has.
const mostColors = 256

// shade returns a premultiplied colour with 5 bits a channel and 4 bits of opacity, which the eye does not tell from
// the full one along an anti-aliased edge.
func shade(c [4]uint8) color.NRGBA {
	opacity := int(c[3])
	if opacity < 8 {
		return color.NRGBA{}
	}
	level := func(v uint8) uint8 {
		return uint8(((min(int(v)*0xff/opacity, 0xff)*31+127)/0xff*0xff + 15) / 31)
	}
	return color.NRGBA{level(c[0]), level(c[1]), level(c[2]), uint8((opacity*15 + 127) / 0xff * 17)}
}

// runs calls visit for each run of pixels of one colour: most pixels have the colour of the one before.
func runs(of *image.RGBA, visit func(shade color.NRGBA, from, to int)) {
	for from := 0; from < len(of.Pix); {
		first, to := [4]uint8(of.Pix[from:]), from+4
		for to < len(of.Pix) && [4]uint8(of.Pix[to:]) == first {
			to += 4
		}
		visit(shade(first), from/4, to/4)
		from = to
	}
}

// reduced returns a whole image with few enough colours: the most frequent shades, and in place of the others the
// nearest of these.
func reduced(of *image.RGBA) *image.Paletted {
	counts, order := map[color.NRGBA]int{}, []color.NRGBA(nil)
	runs(of, func(c color.NRGBA, from, to int) {
		if counts[c] == 0 {
			order = append(order, c)
		}
		counts[c] += to - from
	})
	slices.SortStableFunc(order, func(a, b color.NRGBA) int { return counts[b] - counts[a] })
	var colors color.Palette
	for _, c := range order[:min(len(order), mostColors)] {
		colors = append(colors, c)
	}
	index := make(map[color.NRGBA]uint8, len(order))
	for _, c := range order {
		index[c] = uint8(colors.Index(c))
	}
	drawn := image.NewPaletted(of.Bounds(), colors)
	runs(of, func(c color.NRGBA, from, to int) {
		at := index[c]
		for i := from; i < to; i++ {
			drawn.Pix[i] = at
		}
	})
	return drawn
}
