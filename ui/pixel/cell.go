package pixel

import "image"

// The smallest character that pictures are drawn for, in pixels.
const leastCellW, leastCellH = 4, 8

// Cell returns the size of a character in pixels, which changes with that of the window; zeros if pictures can't be
// drawn for it. The environment is as os.Getenv reads it. Where the terminal announces no size, a guess does for
// protocols that scale pictures. Windows Terminal takes all characters to be as large as those of a VT340, whatever its
// font.
func (s *Screen) Cell(getenv func(string) string) image.Point {
	protocol := s.Protocol()
	if protocol == None {
		return image.Point{}
	}
	cell := image.Point{}
	if s.file != nil {
		cell = announced(s.file.Fd())
	}
	switch {
	case cell.X >= leastCellW && cell.Y >= leastCellH:
		return cell
	case protocol == Sixel && getenv("WT_SESSION") != "":
		return image.Pt(10, 20)
	case protocol == Sixel:
		return image.Point{}
	}
	return image.Pt(8, 16)
}
