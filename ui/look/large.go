package look

import (
	"strings"

	"gramscope/ui/chart"
)

// largeH is the height of a large character, in half rows, and largeW its width, in cells.
const largeH, largeW = 5, 3

// largeFont has the characters that can be written large: the pixels of each row, from the top, as three bits of an
// octal digit.
var largeFont = map[rune]uint16{
	'A': 0o25755, 'B': 0o65656, 'C': 0o34443, 'D': 0o65556, 'E': 0o74647, 'F': 0o74644, 'G': 0o34553, 'H': 0o55755, 'I': 0o72227,
	'J': 0o11152, 'K': 0o55655, 'L': 0o44447, 'M': 0o57755, 'N': 0o65555, 'O': 0o25552, 'P': 0o65644, 'Q': 0o25563, 'R': 0o65655,
	'S': 0o34216, 'T': 0o72222, 'U': 0o55557, 'V': 0o55552, 'W': 0o55775, 'X': 0o55255, 'Y': 0o55222, 'Z': 0o71247,
	'0': 0o75557, '1': 0o26227, '2': 0o61247, '3': 0o61216, '4': 0o55711, '5': 0o74616, '6': 0o34757, '7': 0o71222, '8': 0o75757,
	'9': 0o75716, ' ': 0, '-': 0o00700, '−': 0o00700, '=': 0o07070, '.': 0o00002, ',': 0o00024, '/': 0o11244, '²': 0o62460, '\'': 0o22000,
}

// Large returns a text as three lines of large capitals, each character four cells wide, or nil if they are wider than
// w cells, if a character can't be written so, or if the look has ASCII characters only.
func (l *Look) Large(text string, w int) []string {
	runes := []rune(strings.ToUpper(text))
	if l.Glyphs == chart.ASCII || len(runes)*(largeW+1) > w {
		return nil
	}
	lines := make([]string, (largeH+1)/2)
	for _, r := range runes {
		pixels, known := largeFont[r]
		if !known {
			return nil
		}
		for y := range lines {
			for x := range largeW + 1 {
				lines[y] += string(halves(pixel(pixels, x, 2*y), pixel(pixels, x, 2*y+1)))
			}
		}
	}
	return lines
}

// pixel reports whether a pixel of a large character is set; those outside are not.
func pixel(of uint16, x, y int) bool {
	return x < largeW && y < largeH && of>>(largeW*(largeH-1-y)+largeW-1-x)&1 != 0
}

// halves returns the character of a cell whose upper and lower half are set or not.
func halves(upper, lower bool) rune {
	switch {
	case upper && lower:
		return '█'
	case upper:
		return '▀'
	case lower:
		return '▄'
	}
	return ' '
}
