package chart

// Chart is what can be drawn: [Lines], [Panes], [Heat] or [Matrices].
type Chart interface {
	Stale() bool // whether all of it shows what is no longer so
}

// Stale implements [Chart]. A chart of curves has curves of both kinds, which look different.
func (l Lines) Stale() bool { return l.Faint }

// Stale implements [Chart].
func (m Heat) Stale() bool { return m.Faint }

// Panes are charts of dots side by side in a drawing, all on the same axes, and the texts of their legend.
type Panes struct {
	Charts  []Lines
	Heading string            // of the groups; "" for none
	Groups  []string          // names by colour
	Levels  [DotLevels]string // meaning of the sizes; empty if all dots have one size
}

// Stale implements [Chart].
func (p Panes) Stale() bool { return len(p.Charts) > 0 && p.Charts[0].Faint }

// Matrices are pictures of matrices side by side in a drawing.
type Matrices []Matrix

// Stale implements [Chart].
func (m Matrices) Stale() bool { return len(m) > 0 && m[0].Faint }
