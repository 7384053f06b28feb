//go:build long

package command_test

import "testing"

// TestNoFlagSteersTheTerminal feeds every flag with hostile text, too.
func TestNoFlagSteersTheTerminal(t *testing.T) {
	checkHostile(t, func(name string, files map[string]string) (lines []line) {
		for _, flag := range flagsOf(t, name) {
			writes := text
			switch {
			case flag == "method-command": // the program takes it before it has commands
				continue
			case flag == "missing" && name == "": // any cell may be missing: a screen opens
				continue
			case flag == "missing" && name == "sweep":
				writes = programs
			}
			lines = append(lines, writes.of("--"+flag+"="+hostile))
			switch name {
			case "sweep", "data":
				lines = append(lines, writes.of("--"+flag+"="+hostile, files["numbers"]))
			case "fit":
				lines = append(lines, text.of("--out=classes"+hostile, "--"+flag+"="+hostile, files["numbers"]))
			}
		}
		return lines
	})
}
