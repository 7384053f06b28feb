package methodtable

// Heads returns the heads of all columns by which a table can be sorted, whatever it shows.
func Heads() []string {
	heads := []string{pinHead, frontHead, ratioHead}
	for _, c := range tableColumns() {
		heads = append(heads, c.Table.Head)
	}
	return heads
}
