package terminal

import (
	"image/color"
	"regexp"
	"strconv"
)

// AskBackground is the escape sequence that asks a terminal for its background colour.
const AskBackground = "\x1b]11;?\x1b\\"

// background matches a terminal's answer to AskBackground, with one to four hexadecimal digits a channel.
var background = regexp.MustCompile(`\x1b\]11;rgba?:([[:xdigit:]]{1,4})/([[:xdigit:]]{1,4})/([[:xdigit:]]{1,4})(/[[:xdigit:]]{1,4})?(\x07|\x1b\\)`)

// answered removes the answers from an input and calls tell with the colour of the last one.
func answered(b []byte, tell func(color.NRGBA)) []byte {
	found := background.FindAllSubmatch(b, -1)
	if len(found) == 0 {
		return b
	}
	last := found[len(found)-1]
	tell(color.NRGBA{channel(last[1]), channel(last[2]), channel(last[3]), 0xff})
	return background.ReplaceAll(b, nil)
}

// channel converts one to four hexadecimal digits to an intensity from 0 to 255.
func channel(digits []byte) uint8 {
	v, err := strconv.ParseUint(string(digits), 16, 16)
	if err != nil {
		panic("terminal: digits " + string(digits))
	}
	most := uint64(1)<<(4*len(digits)) - 1
	return uint8((v*0xff + most/2) / most)
}
