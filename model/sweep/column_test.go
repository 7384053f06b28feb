package sweep

import "testing"

// TestColumnsReferToEachOther: titles are unique, and every column that another column names exists.
func TestColumnsReferToEachOther(t *testing.T) {
	names, titles := map[string]bool{"": true}, map[string]string{}
	for _, c := range AllColumns() {
		if names[c.Name] {
			t.Errorf("two columns are called %q", c.Name)
		}
		names[c.Name] = true
		if other, taken := titles[c.Title()]; taken {
			t.Errorf("%s and %s both have the title %q", other, c.Name, c.Title())
		}
		titles[c.Title()] = c.Name
	}
	for _, c := range AllColumns() {
		if !names[c.Exact] || !names[c.Floor] {
			t.Errorf("%s names columns that do not exist: Exact %q, Floor %q", c.Name, c.Exact, c.Floor)
		}
		if c.Figure != "" && !AllFigures().Has(c.Figure) {
			t.Errorf("%s needs the figure %q, which does not exist", c.Name, c.Figure)
		}
	}
}
