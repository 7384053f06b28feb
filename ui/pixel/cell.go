package pixel

import "image"

// The smallest character that pictures are drawn for, in pixels.
const leastCellW, leastCellH = 4, 8

// Cell returns the size of a character in pixels, which changes with that of the window; zeros if pictures can't be
// shown. Where the terminal announces no size, a guess does, as it scales pictures.
func (s *Screen) Cell() image.Point {
	if s.Protocol() == None {
		return image.Point{}
	}
	if s.file != nil {
		if cell := announced(s.file.Fd()); cell.X >= leastCellW && cell.Y >= leastCellH {
			return cell
		}
	}
	return image.Pt(8, 16)
}
