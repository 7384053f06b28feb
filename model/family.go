package model

// Family is a kind of method, by what K̃ is made of. Lists of methods are ordered by it.
type Family string

// The families. A method that only shows what others could reach is a reference, whatever it is made of.
const (
	References     Family = "references"
	Landmarks      Family = "landmarks"
	Sketches       Family = "sketches"
	Features       Family = "features"
	Blocks         Family = "blocks"
	Factorisations Family = "factorisations"
)

// Families returns all families in the order of lists.
func Families() []Family {
	return []Family{References, Landmarks, Sketches, Features, Blocks, Factorisations}
}

// Doc says in a few words what the methods of a family are.
func (f Family) Doc() string {
	return map[Family]string{
		References:     "what could be reached: dear, for comparison",
		Landmarks:      "Nyström on some rows or centres",
		Sketches:       "projections on random combinations of columns",
		Features:       "a random map of the points, without kernel entries",
		Blocks:         "clusters by themselves, for narrow kernels",
		Factorisations: "a factor of K, built column by column or fitted",
	}[f]
}
