package command

// CommandNames are all commands' names; the explorer has none.
func CommandNames() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}
