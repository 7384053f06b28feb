package data

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gramscope/data/remedy"
)

const npyMagic = "\x93NUMPY"

var npyFormat = Format{
	Name:     "NumPy array",
	Endings:  []string{".npy"},
	isBinary: true,
	begins:   func(head []byte) bool { return bytes.HasPrefix(head, []byte(npyMagic)) },
	read:     func(c content) (*Table, error) { return readNPY(c.in, c.memory) },
}

// npyHeader is the header of an .npy file (NumPy Enhancement Proposal 1).
type npyHeader struct {
	descr   string     // such as <f8; empty for structured types
	fields  []npyField // of a structured type
	fortran bool       // column-major
	shape   []int64
}

// array is a block of n×d numbers, row-major unless fortran.
type array struct {
	n, d    int
	fortran bool
	finite  bool // all numbers are finite, and so are the sums of its chunks
	block   chunked[float64]
}

func readNPY(in *bufio.Reader, memory *budget) (*Table, error) {
	h, err := readNPYHeader(in)
	if err != nil {
		return nil, err
	}
	return h.readTable(in, memory)
}

// arrayTable returns an array as a table with the columns x1, x2, …
func arrayTable(a *array, memory *budget) *Table {
	t := &Table{Rows: a.n, Columns: make([]Column, a.d)}
	for j := range t.Columns {
		t.Columns[j] = Column{Name: numberedName(j), cells: a.column(j)}
		if !a.finite {
			t.Columns[j].checkNumbers(a.n, nil, memory)
		}
	}
	return t
}

func (a *array) column(j int) strided {
	if a.fortran {
		return strided{a.block, j * a.n, 1}
	}
	return strided{a.block, j, a.d}
}

// readNPYHeader reads up to the first number.
func readNPYHeader(in io.Reader) (npyHeader, error) {
	const longest = 1 << 16
	start := make([]byte, len(npyMagic)+6) // magic, version and length; the length takes two bytes in version 1 and four later
	version := len(npyMagic)
	if _, err := io.ReadFull(in, start[:version+4]); err != nil || string(start[:version]) != npyMagic {
		return npyHeader{}, shortNPY(err)
	}
	if start[version] >= 2 {
		if _, err := io.ReadFull(in, start[version+4:]); err != nil {
			return npyHeader{}, shortNPY(err)
		}
	}
	size := binary.LittleEndian.Uint32(start[version+2:])
	if size > longest {
		return npyHeader{}, &Error{Problem: fmt.Sprintf("the array's header claims %d bytes", size), Want: fmt.Sprintf("at most %d", longest)}
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(in, text); err != nil {
		return npyHeader{}, shortNPY(err)
	}
	return parseNPYHeader(string(text))
}

// shortNPY returns the error of a stream that ended within the array, or err if the stream failed.
func shortNPY(err error) error {
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	return &Error{Problem: "the array is cut short", Want: "a complete .npy file", Remedies: remedy.Do("save it again with numpy.save")}
}

// The entries of the header. They are compiled once, as an archive can have many arrays.
var (
	npyDescr = regexp.MustCompile(`'descr':\s*'([^']*)'`)
	npyOrder = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	npyShape = regexp.MustCompile(`'shape':\s*\(([^)]*)\)`)
)

// parseNPYHeader reads the Python dictionary of the header, for instance
// {'descr': '<f8', 'fortran_order': False, 'shape': (150, 4), }.
func parseNPYHeader(text string) (npyHeader, error) {
	var h npyHeader
	descr, order, shape := npyDescr.FindStringSubmatch(text), npyOrder.FindStringSubmatch(text), npyShape.FindStringSubmatch(text)
	if order == nil || shape == nil {
		return h, &Error{Problem: fmt.Sprintf("the array's header %q is not understood", clip(text)),
			Want: "descr, fortran_order and shape", Remedies: remedy.Do("save it again with numpy.save")}
	}
	if descr != nil {
		h.descr = clip(descr[1])
	} else {
		h.fields = parseFields(text)
	}
	h.fortran = order[1] == "True"
	const maxDimensions = 64 // of a NumPy array
	if strings.Count(shape[1], ",") > maxDimensions {
		return h, &Error{Problem: fmt.Sprintf("the array has the shape (%s)", clip(shape[1])), Want: fmt.Sprintf("at most %d dimensions", maxDimensions)}
	}
	for _, part := range strings.Split(shape[1], ",") {
		part = strings.TrimSuffix(strings.TrimSpace(part), "L")
		if part == "" {
			continue
		}
		size, err := strconv.ParseInt(part, 10, 64)
		if err != nil || size < 0 {
			return h, &Error{Problem: fmt.Sprintf("the array has the shape (%s)", clip(shape[1])), Want: "whole numbers"}
		}
		h.shape = append(h.shape, size)
	}
	return h, nil
}

// table returns the shape of the table, or an error if the array can't be one.
func (h npyHeader) table() (n, d int64, err error) {
	if number, _ := h.number(); number.size == 0 {
		return 0, 0, h.wrongType()
	}
	return h.size()
}

// size returns the shape of a table, or an error if the array has another one.
func (h npyHeader) size() (n, d int64, err error) {
	switch len(h.shape) {
	case 1:
		n, d = h.shape[0], 1
	case 2:
		n, d = h.shape[0], h.shape[1]
	default:
		return 0, 0, &Error{Problem: fmt.Sprintf("the array has %d dimensions %v", len(h.shape), h.shape), Want: "1 or 2: rows, columns",
			Remedies: remedy.Do("reshape it: numpy.save(FILE, a.reshape(len(a), -1))")}
	}
	if n == 0 || d == 0 {
		return 0, 0, &Error{Problem: fmt.Sprintf("the array of shape %v is empty", h.shape), Want: "at least 2 rows and 1 column"}
	}
	return n, d, nil
}

// check returns the shape of the table, or an error if the array can't be a table in the
// memory that is left. It counts the memory of the table.
func (h npyHeader) check(memory *budget) (n, d int64, err error) {
	if n, d, err = h.table(); err != nil {
		return 0, 0, err
	}
	// In floating point, since the product of two claimed sizes can overflow.
	need := 8*float64(n)*float64(d) + rowBytes*float64(n) + columnBytes*float64(d)
	if err := memory.takeFor(fmt.Sprintf("an array of shape %v", h.shape), int64(min(need, math.MaxInt64/2))); err != nil {
		return 0, 0, err
	}
	return n, d, nil
}

// read reads the numbers after the header. The block grows with the numbers read, so a
// header can't claim memory for numbers that do not follow.
func (h npyHeader) read(in io.Reader, memory *budget) (*array, error) {
	n, d, err := h.check(memory)
	if err != nil {
		return nil, err
	}
	number, order := h.number()
	size, total := number.size, int(n*d)
	a := &array{n: int(n), d: int(d), fortran: h.fortran && len(h.shape) == 2, finite: true}
	buffer := make([]byte, min(chunkLength, total)*size)
	for done := 0; done < total; {
		part := buffer[:size*min(chunkLength, total-done)]
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, shortNPY(err)
		}
		chunk := make([]float64, len(part)/size)
		if h.descr == "<f8" { // the usual type
			for i := range chunk {
				chunk[i] = math.Float64frombits(binary.LittleEndian.Uint64(part[8*i:]))
			}
		} else {
			for i := range chunk {
				chunk[i] = number.decode(order, part[i*size:])
			}
		}
		a.finite = a.finite && isFinite(floats.Sum(chunk))
		a.block = append(a.block, chunk)
		done += len(chunk)
	}
	// Read to the end of the stream, which makes gzip and zip test their checksums.
	if extra, err := io.ReadFull(in, buffer[:1]); err != io.EOF {
		if extra == 0 {
			return nil, err
		}
		return nil, &Error{Problem: fmt.Sprintf("more bytes than an array of shape %v has", h.shape), Want: "the end of the file",
			Remedies: remedy.Do("save it again with numpy.save")}
	}
	return a, nil
}

// byteOrder shortens the table of number types.
type byteOrder = binary.ByteOrder

// numberType is a type of real numbers in an array.
type numberType struct {
	size   int // in bytes
	decode func(o byteOrder, b []byte) float64
}

var numberTypes = map[string]numberType{
	"f2": {2, func(o byteOrder, b []byte) float64 { return half(o.Uint16(b)) }},
	"f4": {4, func(o byteOrder, b []byte) float64 { return float64(math.Float32frombits(o.Uint32(b))) }},
	"f8": {8, func(o byteOrder, b []byte) float64 { return math.Float64frombits(o.Uint64(b)) }},
	"i1": {1, func(_ byteOrder, b []byte) float64 { return float64(int8(b[0])) }},
	"i2": {2, func(o byteOrder, b []byte) float64 { return float64(int16(o.Uint16(b))) }},
	"i4": {4, func(o byteOrder, b []byte) float64 { return float64(int32(o.Uint32(b))) }},
	"i8": {8, func(o byteOrder, b []byte) float64 { return float64(int64(o.Uint64(b))) }},
	"b1": {1, func(_ byteOrder, b []byte) float64 { return float64(b[0]) }},
	"u1": {1, func(_ byteOrder, b []byte) float64 { return float64(b[0]) }},
	"u2": {2, func(o byteOrder, b []byte) float64 { return float64(o.Uint16(b)) }},
	"u4": {4, func(o byteOrder, b []byte) float64 { return float64(o.Uint32(b)) }},
	"u8": {8, func(o byteOrder, b []byte) float64 { return float64(o.Uint64(b)) }},
}

// number returns the type of the numbers, which has size 0 if they are not real.
func (h npyHeader) number() (numberType, byteOrder) {
	if h.descr == "" || !strings.Contains("<>|=", h.descr[:1]) {
		return numberType{}, nil
	}
	if h.descr[0] == '>' {
		return numberTypes[h.descr[1:]], binary.BigEndian
	}
	return numberTypes[h.descr[1:]], binary.LittleEndian
}

// half returns the value of a number of 16 bits (IEEE 754, binary16).
func half(bits uint16) float64 {
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&31), float64(bits&1023)
	switch {
	case exponent == 0:
		return sign * math.Ldexp(fraction, -24)
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}
