package command

// CommandNames are all commands' names; the explorer's is "".
func CommandNames() []string {
	return append([]string{""}, commandNames((&program{}).root().Command)...)
}
