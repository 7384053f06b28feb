package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Continued joins the words of a shell's command to lines of at most w cells, all but the last of
// which end with a backslash. A longer word is broken behind commas, where no quote forbids it.
func Continued(words []string, w int) []string {
	var lines []string
	line := words[0]
	for i, word := range words[1:] {
		end := 2 * min(1, len(words)-2-i) // of the backslash
		if ansi.StringWidth(line)+1+ansi.StringWidth(word)+end > w {
			lines = append(lines, line+" \\")
			line = "  " + word
			for at := 1; at > 0 && ansi.StringWidth(line)+end > w && !strings.Contains(line, "'"); {
				if at = strings.LastIndexByte(line[:w-1], ',') + 1; at > 0 {
					lines, line = append(lines, line[:at]+`\`), line[at:]
				}
			}
			continue
		}
		line += " " + word
	}
	return append(lines, line)
}
