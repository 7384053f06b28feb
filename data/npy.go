package data

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
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
	read:     func(c content) *Table { return readNPYHeader(c.in).readTable(c.in, c.memory) },
}

// npyHeader is the header of an .npy file (NumPy Enhancement Proposal 1).
type npyHeader struct {
	descr   npyType    // empty for structured types
	fields  []npyField // of a structured type
	fortran bool       // column-major
	shape   []int64
}

// readNPYHeader reads up to the first number.
func readNPYHeader(in io.Reader) npyHeader {
	const longest = 1 << 16
	// Magic, version and length; the length takes two bytes in version 1 and four later.
	start := make([]byte, len(npyMagic)+6)
	version := len(npyMagic)
	readNPY(in, start[:version+4])
	if start[version] >= 2 {
		readNPY(in, start[version+4:])
	}
	size := binary.LittleEndian.Uint32(start[version+2:])
	if size > longest {
		check(wrongNPY(fmt.Sprintf("the array's header claims %d bytes", size), fmt.Sprint("at most ", longest)))
	}
	text := make([]byte, size)
	readNPY(in, text)
	return parseNPYHeader(string(text))
}

func wrongNPY(problem, want string) *Error {
	return &Error{Problem: problem, Want: want, Remedies: remedy.Do("save it again with numpy.save")}
}

func shortNPY() *Error { return wrongNPY("the array is cut short", "a complete .npy file") }

// end fails unless the stream ends. Reading to the end makes gzip and zip test their checksums.
func (h npyHeader) end(in io.Reader) {
	if _, err := io.ReadFull(in, make([]byte, 1)); err == nil {
		check(h.tooLong())
	} else if err != io.EOF {
		check(err)
	}
}

func (h npyHeader) tooLong() *Error {
	return wrongNPY(fmt.Sprintf("more bytes than an array of shape %v has", h.shape), "the end of the file")
}

// The entries of the header, a Python dictionary such as {'descr': '<f8', 'fortran_order': False, 'shape': (150, 4), }.
var (
	npyDescr  = regexp.MustCompile(`'descr':\s*'([^']*)'`)
	npyFields = regexp.MustCompile(`(?s)'descr':\s*\[(.*)\]`)
	npyOneOf  = regexp.MustCompile(`\((?:'([^']*)'|"([^"]*)"), '([^']*)'\)`)
	npyOrder  = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	npyShape  = regexp.MustCompile(`'shape':\s*\(([\d, L]*)\)`)
)

func parseNPYHeader(text string) (h npyHeader) {
	order, shape := npyOrder.FindStringSubmatch(text), npyShape.FindStringSubmatch(text)
	if order == nil || shape == nil {
		check(wrongNPY(fmt.Sprintf("the array's header %q is not understood", clip(text)), "descr, order and shape"))
	}
	if descr := npyDescr.FindStringSubmatch(text); descr != nil {
		h.descr = npyType(clip(descr[1]))
	} else if list := npyFields.FindStringSubmatch(text); list != nil {
		for _, m := range npyOneOf.FindAllStringSubmatch(list[1], -1) {
			h.fields = append(h.fields, npyField{name: m[1] + m[2], npyType: npyType(m[3])})
		}
		if strings.Trim(npyOneOf.ReplaceAllString(list[1], ""), ", ") != "" { // a structured type within another
			h.fields = nil
		}
	}
	h.fortran = order[1] == "True"
	for _, part := range strings.FieldsFunc(shape[1], func(r rune) bool { return strings.ContainsRune(", L", r) }) {
		size, err := strconv.ParseInt(part, 10, 64)
		if err != nil || len(h.shape) == 64 { // the most that NumPy has
			check(wrongNPY(fmt.Sprintf("the array has the shape (%s)", clip(shape[1])), "at most 64 dimensions"))
		}
		h.shape = append(h.shape, size)
	}
	return h
}

// size returns the numbers of rows and columns, or fails if the array is not a table. A structured type is one column.
func (h npyHeader) size() (n, d int64) {
	switch dimensions := len(h.shape); {
	case h.descr == "" && dimensions != 1:
		check(&Error{Problem: fmt.Sprintf("an array of a structured type with the shape %v", h.shape),
			Want: "one dimension", Remedies: remedy.Do("flatten it: numpy.save(FILE, a.ravel())")})
	case dimensions < 2: // a single value has none
		n, d = append(h.shape, 1)[0], 1
	case dimensions == 2:
		n, d = h.shape[0], h.shape[1]
	default:
		check(&Error{Problem: fmt.Sprintf("the array has %d dimensions %v", dimensions, h.shape),
			Want: "1 or 2: rows, columns", Remedies: remedy.Do("reshape it: numpy.save(FILE, a.reshape(len(a), -1))")})
	}
	if n == 0 || d == 0 {
		check(&Error{Problem: fmt.Sprintf("the array of shape %v is empty", h.shape), Want: "2 rows and 1 column"})
	}
	return n, d
}

// chunksOf returns a list as a block, without a copy.
func chunksOf(v []float64) chunked[float64] { return slices.Collect(slices.Chunk(v, chunkLength)) }

// readNumbers reads the numbers after the header as a table with the columns x1, x2, … The block grows with the numbers
// read, so a header can't claim memory for numbers that do not follow.
func (h npyHeader) readNumbers(in io.Reader, memory *budget) *Table {
	number, err := h.descr.number()
	check(err)
	n, d := h.size()
	// In floating point, since the product of two claimed sizes can overflow.
	need := 8*float64(n)*float64(d) + rowBytes*float64(n) + arrayBytes*float64(d)
	memory.takeFor(fmt.Sprintf("an array of shape %v", h.shape), int64(min(need, math.MaxInt64/2)))
	var block chunked[float64]
	areFinite := true // and so are the sums of the chunks
	buffer := make([]byte, min(chunkLength, int(n*d))*number.size)
	for left := int(n * d); left > 0; left -= chunkLength {
		part := buffer[:number.size*min(chunkLength, left)]
		readNPY(in, part)
		chunk := make([]float64, len(part)/number.size)
		for i := range chunk {
			chunk[i] = number.decode(part[i*number.size:])
		}
		areFinite = areFinite && isFinite(floats.Sum(chunk))
		block = append(block, chunk)
	}
	h.end(in)
	right, down := 1, int(d) // from a number to the next one in its row, and in its column
	if h.fortran && len(h.shape) == 2 {
		right, down = int(n), 1
	}
	t := &Table{Rows: int(n), arrays: int(d), array: func(j int) cells { return &strided{block, j * right, down} }}
	if areFinite {
		return t
	}
	return t.checkArray(nil, memory)
}

// readNPY fills a part of an array.
func readNPY(in io.Reader, part []byte) {
	_, err := io.ReadFull(in, part)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = shortNPY()
	}
	check(err)
}

// npyType is the type of values, such as <f8, >i4, <U5 or |S3.
type npyType string

// numberType is a type of real numbers in an array.
type numberType struct {
	size   int // in bytes
	decode func(b []byte) float64
}

var little = binary.LittleEndian

// numberTypes are the types of little-endian numbers.
var numberTypes = map[npyType]numberType{
	"f2": {2, func(b []byte) float64 { return half(little.Uint16(b)) }},
	"f4": {4, func(b []byte) float64 { return float64(math.Float32frombits(little.Uint32(b))) }},
	"f8": {8, func(b []byte) float64 { return math.Float64frombits(little.Uint64(b)) }},
	"i1": {1, func(b []byte) float64 { return float64(int8(b[0])) }},
	"i2": {2, func(b []byte) float64 { return float64(int16(little.Uint16(b))) }},
	"i4": {4, func(b []byte) float64 { return float64(int32(little.Uint32(b))) }},
	"i8": {8, func(b []byte) float64 { return float64(int64(little.Uint64(b))) }},
	"b1": {1, func(b []byte) float64 { return float64(b[0]) }},
	"u1": {1, func(b []byte) float64 { return float64(b[0]) }},
	"u2": {2, func(b []byte) float64 { return float64(little.Uint16(b)) }},
	"u4": {4, func(b []byte) float64 { return float64(little.Uint32(b)) }},
	"u8": {8, func(b []byte) float64 { return float64(little.Uint64(b)) }},
}

// number returns the type as one of real numbers, or an error if it is another one.
func (t npyType) number() (numberType, error) {
	if t == "" || !strings.Contains("<>|=", string(t[:1])) || numberTypes[t[1:]].size == 0 {
		return numberType{}, t.fault("the array")
	}
	number := numberTypes[t[1:]]
	if t[0] != '>' {
		return number, nil
	}
	return numberType{number.size, func(b []byte) float64 {
		var reversed [8]byte
		copy(reversed[:], b[:number.size])
		slices.Reverse(reversed[:number.size])
		return number.decode(reversed[:])
	}}, nil
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
