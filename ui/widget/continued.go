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
		end := 2 // of the backslash
		if i == len(words)-2 {
			end = 0
		}
		if ansi.StringWidth(line)+1+ansi.StringWidth(word)+end > w {
			lines = append(lines, line+" \\")
			line = "  " + word
			for ansi.StringWidth(line)+end > w && !strings.Contains(line, "'") {
				at := strings.LastIndexByte(line[:w-1], ',') + 1
				if at == 0 {
					break
				}
				lines, line = append(lines, line[:at]+`\`), line[at:]
			}
			continue
		}
		line += " " + word
	}
	return append(lines, line)
}
