package terminal

import (
	"image/color"
	"regexp"
	"strconv"
)

// AskBackground asks a terminal for the colour of its background.
const AskBackground = "\x1b]11;?\x1b\\"

// background is a terminal's answer to AskBackground, with one to four hexadecimal digits a channel.
var background = regexp.MustCompile(`\x1b\]11;rgba?:([[:xdigit:]]{1,4})/([[:xdigit:]]{1,4})/([[:xdigit:]]{1,4})(/[[:xdigit:]]{1,4})?(\x07|\x1b\\)`)

// answered cuts the answers out of an input and passes the last of them on.
func answered(b []byte, tell func(color.NRGBA)) []byte {
	found := background.FindAllSubmatch(b, -1)
	if len(found) == 0 {
		return b
	}
	last := found[len(found)-1]
	tell(color.NRGBA{channel(last[1]), channel(last[2]), channel(last[3]), 0xff})
	return background.ReplaceAll(b, nil)
}

// channel returns the intensity that one to four hexadecimal digits stand for.
func channel(digits []byte) uint8 {
	v, err := strconv.ParseUint(string(digits), 16, 16)
	if err != nil {
		panic("terminal: digits " + string(digits))
	}
	most := uint64(1)<<(4*len(digits)) - 1
	return uint8((v*0xff + most/2) / most)
}
