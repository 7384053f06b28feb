package data

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"gramscope/data/remedy"
)

type packing struct {
	name   string // such as "gzip", and the name of the command that tests a file
	ending string // of the names of files
	magic  string // the beginning of the content
	// window returns the memory, in bytes, that the content's beginning asks for; for bzip2 four bytes for each byte
	// of a block.
	window func(head []byte) int64
	open   func(in io.Reader, limit int64) (io.Reader, error)
}

var packings = []packing{
	{name: "gzip", ending: ".gz", magic: "\x1f\x8b",
		window: func([]byte) int64 { return 1 << 16 },
		open:   func(in io.Reader, _ int64) (io.Reader, error) { return gzip.NewReader(in) }},
	{name: "bzip2", ending: ".bz2", magic: "BZh",
		window: func(head []byte) int64 { return 400_000 * int64(head[min(3, len(head)-1)]-'0') },
		open:   func(in io.Reader, _ int64) (io.Reader, error) { return bzip2.NewReader(in), nil }},
	{name: "xz", ending: ".xz", magic: "\xfd7zXZ\x00",
		window: xzWindow,
		open: func(in io.Reader, _ int64) (io.Reader, error) {
			return xz.ReaderConfig{DictCap: lzma.MinDictCap}.NewReader(in) // the dictionary is as large as the file asks for
		}},
	{name: "zstd", ending: ".zst", magic: "\x28\xb5\x2f\xfd",
		window: func(head []byte) int64 {
			var h zstd.Header
			if h.Decode(head) != nil {
				return 0
			}
			return 2 * int64(min(h.WindowSize, 1<<40))
		},
		open: func(in io.Reader, limit int64) (io.Reader, error) {
			return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
				zstd.WithDecoderMaxWindow(uint64(max(limit/2, zstd.MinWindowSize))))
		}},
}

// xzWindow returns the size of the dictionary that the first block of an xz stream asks for. Its header follows
// the 12 bytes of the stream's: size, flags, sizes of the block if the flags say so, and the filters.
func xzWindow(head []byte) int64 {
	if len(head) < 40 { // a block takes more
		return 0
	}
	flags, rest := head[13], head[14:]
	for _, bit := range []byte{0x40, 0x80} {
		if flags&bit != 0 {
			_, length := binary.Uvarint(rest) // not positive for what is no number
			rest = rest[max(length, 0):]
		}
	}
	if rest[0] != 0x21 || rest[2] > 40 { // the filter LZMA2
		return 0
	}
	return int64(2|rest[2]&1) << (rest[2]/2 + 11)
}

// trimPacking returns the name of a file without the ending of a compression.
func trimPacking(name string) string {
	for _, ending := range append(namesOf(packings, func(p packing) string { return p.ending }), ".zip") {
		if len(name) > len(ending) && strings.EqualFold(name[len(name)-len(ending):], ending) {
			return name[:len(name)-len(ending)]
		}
	}
	return name
}

// unpacked returns a stream and its beginning, decompressed if it begins like one of the packings, and the name of
// that. The memory that decompression takes is counted.
func unpacked(source io.Reader, memory *budget) (in *bufio.Reader, head []byte, name string) {
	in = bufio.NewReaderSize(source, sniffBytes)
	head = peek(in)
	p := packingOf(head)
	if p == nil {
		refuseForeign(head)
		return in, head, ""
	}
	memory.takeFor("the window of "+p.name, p.window(head))
	damaged := func(err error) error {
		if errors.Is(err, zstd.ErrWindowSizeExceeded) {
			return TooMuchMemory("the window of "+p.name, memory.limit, memory.limit)
		}
		return damaged(fmt.Sprintf("the %s stream", p.name), p.name+" -t", err)
	}
	plain, err := p.open(in, memory.limit)
	check(damaged(err))
	in = reworded(plain, damaged)
	head = peek(in)
	if inner := packingOf(head); inner != nil {
		check(&Error{Problem: inner.name + " within " + p.name, Want: "a file that is compressed once",
			Remedies: remedy.Do("decompress it once")})
	}
	refuseForeign(head)
	return in, head, p.name
}

// packingOf returns the packing of a file that begins with head, nil for another one.
func packingOf(head []byte) *packing {
	for k := range packings {
		if bytes.HasPrefix(head, []byte(packings[k].magic)) {
			return &packings[k]
		}
	}
	return nil
}

// reworded returns a stream with errors in other words. Once it has ended it stays so, unlike some of the readers.
func reworded(in io.Reader, words func(error) error) *bufio.Reader {
	var ended error
	return bufio.NewReaderSize(readFunc(func(b []byte) (n int, err error) {
		if ended == nil {
			if n, ended = in.Read(b); ended != nil && ended != io.EOF {
				ended = words(ended)
			}
		}
		return n, ended
	}), sniffBytes)
}

// damaged describes an error of decompression. It returns an error of the context, and of data, unchanged, and nil.
func damaged(what, test string, err error) error {
	own := (*Error)(nil)
	if err == nil || errors.As(err, &own) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	problem := fmt.Sprintf("%s is damaged (%v)", what, err)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		problem = what + " ends too early: the file is truncated"
	}
	return &Error{Problem: problem, Remedies: remedy.Do("fetch or write it again; " + test + " FILE tests it"), Err: err}
}

func damagedZip(err error) error { return damaged("the archive", "unzip -t", err) }

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// onlyFile returns the only file of an archive, nil if the archive holds arrays. What systems add is not counted.
func onlyFile(archive *zip.Reader) *zip.File {
	var files []*zip.File
	for _, f := range archive.File {
		base := path.Base(f.Name)
		switch {
		case strings.HasSuffix(f.Name, ".npy"):
			return nil
		case f.Name == "xl/workbook.xml":
			refuse("an Excel workbook", "export the sheet as CSV")
		case f.Name == "mimetype" || f.Name == "content.xml":
			refuse("an OpenDocument file", "export the sheet as CSV")
		case strings.HasSuffix(f.Name, "/"), strings.HasPrefix(f.Name, "__MACOSX/"), base == ".DS_Store", base == "Thumbs.db":
			continue
		}
		files = append(files, f)
	}
	switch {
	case len(files) == 0:
		check(&Error{Problem: "a zip archive without files", Want: "one file, or the arrays that numpy.savez writes"})
	case len(files) > 1:
		names := namesOf(files, func(f *zip.File) string { return clip(f.Name) })
		check(&Error{Problem: fmt.Sprintf("a zip archive of %d files: %s", len(files), shortList(names, 8)),
			Want: "one file", Remedies: remedy.Do("unzip it, and open one of them")})
	case files[0].Flags&1 != 0:
		refuse("a zip archive with a password", unpackIt)
	case files[0].Method != zip.Store && files[0].Method != zip.Deflate:
		refuse(fmt.Sprintf("a zip archive with the compression %d", files[0].Method), unpackIt)
	}
	return files[0]
}

// fromArchive makes c read the only file of a zip archive, and returns its beginning and its name. An archive of
// arrays stays as it is: c.archive is set, and name is "". The source holds the archive, which may be compressed again.
func (c *content) fromArchive(source *input, isPacked bool) (head []byte, name string) {
	whole, size := io.ReaderAt(source), source.total
	if isPacked || source.file == nil { // in memory, since the list of an archive's files is at the end
		packed, err := io.ReadAll(readFunc(func(p []byte) (int, error) {
			n, err := c.in.Read(p)
			c.memory.take(2 * int64(n)) // twice, as a growing buffer is copied
			return n, err
		}))
		check(err)
		whole, size = bytes.NewReader(packed), int64(len(packed))
	}
	var err error
	c.archive, err = zip.NewReader(whole, size)
	check(damagedZip(err))
	const each = 600 // bytes of an entry
	c.memory.takeFor("the list of the archive's entries", each*int64(len(c.archive.File)))
	only := onlyFile(c.archive)
	if only == nil {
		return nil, ""
	}
	stream, err := only.Open()
	check(damagedZip(err))
	c.in, c.archive = reworded(stream, damagedZip), nil
	if head = peek(c.in); isZip(head) {
		check(&Error{Problem: "a zip archive within a zip archive", Remedies: remedy.Do(unpackIt)})
	}
	refuseForeign(head)
	return head, only.Name
}
