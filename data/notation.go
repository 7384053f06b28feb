package data

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gramscope/data/remedy"
)

// numberFormat parses the numbers in a text file. If commas may be decimal marks, the first number with a comma or a
// point determines the decimal mark of the file.
type numberFormat struct {
	commaPossible bool
	decimal       byte      // ',' or '.', 0 = not yet known
	isNamed       bool      // the user has named the decimal mark, or one of thousands
	isUsual       bool      // the decimal mark is that of training
	thousands     byte      // ',', '.', '\'' or ' ', which stands for all blanks; 0 = digits are not grouped
	otherMarks    bool      // digits were grouped by a mark that is no ASCII character, such as a no-break space
	pointsGroup   bool      // the first points of the file all stand before three digits, as if they grouped these
	missing       []string  // see Dialect
	codes         []float64 // their values, NaN for texts
}

// numbers returns the format of numbers with a separator. The mark of thousands is not that of decimals.
func (d Dialect) numbers(separator byte) numberFormat {
	signs := map[string]byte{"comma": ',', "point": '.', "blank": ' ', "quote": '\'', ",": ',', ".": '.'}
	f := numberFormat{commaPossible: separator != ',', thousands: signs[d.Thousands], decimal: signs[d.Decimal]}
	if f.decimal == 0 {
		f.decimal = map[byte]byte{',': '.', '.': ','}[f.thousands]
	}
	if f.decimal != 0 {
		f.commaPossible, f.isNamed = f.decimal == ',', true
	}
	f.missing = d.Missing
	for _, code := range d.Missing {
		v, _ := numberOrNaN(code)
		f.codes = append(f.codes, v)
	}
	return f
}

// isCode reports whether Dialect.Missing names a cell, as it is written or as a number of the same value.
func (p numberFormat) isCode(cell string) bool {
	if p.missing == nil {
		return false
	}
	v, isNumber := p.parse(cell)
	return slices.Contains(p.missing, cell) || isNumber && slices.Contains(p.codes, v)
}

// parse returns the value of a cell without surrounding blanks; that of a number too large for 64 bits is ±Inf. NaN,
// hexadecimal numbers and digits grouped by _, which strconv accepts, are not numbers.
func (p *numberFormat) parse(cell string) (v float64, ok bool) {
	if v, hasPoint, ok := parseDecimal(cell); ok && (!p.commaPossible || !hasPoint || p.decimal == '.') {
		return v, true
	}
	if cell == "" || strings.ContainsAny(cell, "_xX") {
		return 0, false
	}
	if p.thousands != 0 {
		if groups := grouped[p.thousands]; groups.MatchString(cell) {
			p.otherMarks = p.otherMarks || utf8.RuneCountInString(cell) < len(cell)
			cell = groupMarks[p.thousands].Replace(cell)
		} else if p.thousands != ' ' && strings.IndexByte(cell, p.thousands) >= 0 {
			return 0, false
		}
	}
	if !p.commaPossible {
		return parseNumber(cell)
	}
	decimal := byte(0)
	if at := strings.IndexByte(cell, ','); at >= 0 {
		decimal, cell = ',', cell[:at]+"."+cell[at+1:] // a second one makes it no number
	} else if strings.Contains(cell, ".") {
		decimal = '.'
	}
	if decimal != 0 && p.decimal != 0 && decimal != p.decimal {
		return 0, false
	}
	v, ok = parseNumber(cell)
	if ok && decimal != 0 {
		p.decimal = decimal
	}
	return v, ok
}

func parseNumber(cell string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, false
	}
	return v, !math.IsNaN(v)
}

// Numbers with groups of three digits, by the mark between the groups.
var (
	grouped = map[byte]*regexp.Regexp{
		' ':  regexp.MustCompile(`^[-+]?[1-9]\d{0,2}([ \x{a0}\x{2009}\x{202f}]\d{3})+([.,]\d*)?$`),
		',':  regexp.MustCompile(`^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$`),
		'.':  regexp.MustCompile(`^[-+]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$`),
		'\'': regexp.MustCompile(`^[-+]?[1-9]\d{0,2}(['’]\d{3})+(\.\d*)?$`),
	}
	groupMarks = map[byte]*strings.Replacer{' ': strings.NewReplacer(" ", "", "\u00a0", "", "\u2009", "", "\u202f", ""),
		',': strings.NewReplacer(",", ""), '.': strings.NewReplacer(".", ""), '\'': strings.NewReplacer("'", "", "’", "")}
	otherDecimal = regexp.MustCompile(`^[-+]?\d*[.,]\d+([eE][-+]?\d+)?$`)
	minuses      = strings.NewReplacer("\u2212", "-", "\u2013", "-") // and the dash of those who lack a minus
	fortran      = regexp.MustCompile(`^[-+]?(\d+\.?\d*|\.\d+)[dD][-+]?\d{1,3}$`)
)

type notation struct {
	value     float64
	ok        bool   // value is that of the cell
	affix     string // the percent sign or currency beside the number, or ofDates; "" for none
	thousands string // the mark that groups digits, one of Marks; "" for none
	decimal   bool   // the decimal mark is not that of the file
}

const ofDates = "date" // the affix of a date, whose value is in days

func (n notation) isText() bool { return !n.ok && n.thousands == "" && !n.decimal }

// notation finds how a cell writes a number that parse does not know: with Fortran's D, a minus of Unicode, a
// percent sign, a currency, groups of digits, or another decimal mark than that of the file.
func (p *numberFormat) notation(cell string) (n notation) {
	if n.value, n.ok = p.parse(cell); n.ok || cell == "" {
		return n
	}
	cell = minuses.Replace(cell)
	sign := ""
	if strings.HasPrefix(cell, "-") {
		sign, cell = "-", cell[1:]
	}
	for _, affix := range []string{"%", "$", "€", "£", "¥", "USD", "EUR", "CHF"} {
		bare, isAffix := strings.CutPrefix(cell, affix)
		if !isAffix {
			bare, isAffix = strings.CutSuffix(cell, affix)
		}
		if isAffix {
			cell, n.affix = strings.TrimSpace(bare), affix
			break
		}
	}
	cell = sign + cell
	if fortran.MatchString(cell) {
		cell = strings.NewReplacer("D", "e", "d", "e").Replace(cell)
	}
	if n.value, n.ok = p.parse(cell); n.ok {
		return n
	}
	for i, sign := range []byte(",. '") {
		if grouped[sign].MatchString(cell) {
			n.thousands = Marks()[i]
			return n
		}
	}
	if n.decimal = otherDecimal.MatchString(cell); n.decimal && p.pointsGroup && strings.Contains(cell, ",") {
		n.thousands = "point"
	}
	return n
}

// readNotation makes a column of texts one of numbers if every text is a number in another notation, or a date, and
// returns what a user should know. What can't be read without a word of the user is a fault, and so is a text where
// nearly all others are numbers or dates.
func (c *columnBuilder) readNotation(numbers numberFormat, memory *budget) []remedy.Note {
	texts, list := c.texts.texts, c.notations(numbers)
	first := slices.IndexFunc(list, func(n notation) bool { return !n.isText() })
	if first < 0 || 5*len(c.faults.others) > len(texts) {
		return nil
	}
	affix := list[first].affix
	if at := slices.IndexFunc(list, func(n notation) bool { return !n.ok || n.affix != affix }); at >= 0 {
		all, codes := sequence(0, c.texts.codes.len()), c.faults.others
		isText := func(row int) bool { return c.texts.codes.at(row) >= 0 && list[c.texts.codes.at(row)].isText() }
		if 2*len(slices.DeleteFunc(all, isText)) < len(all) { // the column is of more use without the others
			codes = nil
		}
		why := list[at].fault(numbers, texts[first], codes)
		if numbers.isUsual && !list[at].isText() {
			other := map[byte]string{',': "point", '.': "comma"}[numbers.decimal]
			why.remedies = why.remedies.Or(remedy.By("if the "+other+" is the decimal mark, say so", "decimal", other))
		}
		if c.faults.notation, c.faults.text = &why, c.texts.place(at); list[at].isText() {
			c.Kind = Mixed
		}
		return nil
	}
	isOther := func(text string) bool {
		_, err := strconv.ParseFloat(strings.TrimSpace(strings.Replace(text, affix, "", 1)), 64)
		return err != nil
	}
	c.toNumbers(list, memory)
	how := affix + " in every cell"
	switch {
	case affix == ofDates:
		c.since = texts[0]
		isLong := func(n notation) bool { return math.Abs(n.value) > 106_751 }
		c.IsFar = slices.Min(texts) < "1678" || slices.Max(texts) >= "2262" || slices.ContainsFunc(list, isLong)
		return nil
	case affix == "":
		how = "numbers in another notation"
	case !slices.ContainsFunc(texts, isOther):
		c.Affix = affix
	}
	return remedy.Notes(fmt.Sprintf("column %q has %s: %s is read as %v", c.Name, how, clip(texts[0]), list[0].value))
}

// notations returns how the texts of the column are written, nil if more than a fifth are neither numbers nor dates.
func (c *columnBuilder) notations(numbers numberFormat) (list []notation) {
	var first *time.Time
	for code, text := range c.texts.texts {
		v, err := strconv.ParseFloat(text, 64)
		n := notation{value: v, ok: err == nil && c.Kind == Mixed && c.texts.firsts[code].column == 0} // a plain number
		if date, isDate := parseDate(text); isDate && c.Kind == Text {
			first = cmp.Or(first, &date)
			n = notation{value: daysSince(*first, date), ok: true, affix: ofDates}
		} else if !n.ok {
			n = numbers.notation(text)
		}
		if n.isText() {
			c.faults.others = append(c.faults.others, text)
		}
		if list = append(list, n); len(c.faults.others) > 1+len(c.texts.texts)/5 {
			return nil
		}
	}
	return list
}

// fault says why a cell can't be read. like is a cell that can be read, and texts are those that are not numbers.
func (n notation) fault(numbers numberFormat, like string, texts []string) cellFault {
	switch {
	case n.decimal && n.thousands == "" && numbers.isNamed:
		return cellFault{"a decimal mark that is not the one of the file", "one decimal mark in a file",
			remedy.Do("correct it")}
	case n.decimal && n.thousands != "":
		return cellFault{"a decimal comma beside points before three digits", "one decimal mark in a file",
			remedy.By("if these points group thousands, say so", "thousands", n.thousands)}
	case n.decimal && !numbers.commaPossible:
		return cellFault{"a decimal comma where commas separate cells", "a decimal point",
			remedy.By("read it so", "decimal", "comma")}
	case n.decimal:
		return cellFault{"a decimal comma and decimal points in one file", "one decimal mark in a file",
			remedy.By("if the comma is the decimal mark, say so", "decimal", "comma").Or(
				remedy.By("if it is the point, say so", "decimal", "point"))}
	case n.thousands != "":
		return cellFault{"a number with a " + n.thousands + " between thousands", "digits without groups",
			remedy.By("read it so", "thousands", n.thousands)}
	}
	bad := cellFault{"a number with another sign beside it than in the other cells",
		fmt.Sprintf("a cell such as %q", clip(like)), remedy.Do("correct it or remove the row")}
	if n.isText() {
		bad.problem = "text beside numbers"
	}
	if n.isText() && !strings.ContainsAny(strings.Join(texts, ""), "0123456789") { // <0.5 is a value
		bad.remedies = bad.remedies.Or(leaveOut("if it stands for a missing value", numbers.missing, texts))
	}
	return bad
}

// toNumbers makes the column one of numbers: the values of its texts.
func (c *columnBuilder) toNumbers(list []notation, memory *budget) {
	for row := range c.texts.codes.len() {
		v := math.NaN()
		if code := c.texts.codes.at(row); code != missingCode {
			if v = list[code].value; math.IsInf(v, 0) {
				(&place{c.texts.firsts[code], row, c.texts.texts[code]}).note(&c.faults.infinite, memory)
			}
		}
		c.values.add(v, memory)
	}
	c.Kind, c.faults.text = Numeric, nil
	memory.give(c.texts.codes.bytes() + textBytes*int64(len(list)))
	c.texts = coder{}
}

func daysSince(first, date time.Time) float64 {
	const day = 24 * 60 * 60
	return (float64(date.Unix()-first.Unix()) + float64(date.Nanosecond()-first.Nanosecond())/1e9) / day
}

// parseDate parses a month, a date, or a date with a time, as in ISO 8601; a time without a zone is in UTC.
func parseDate(text string) (time.Time, bool) {
	if len(text) < len("2006-01") || text[4] != '-' {
		return time.Time{}, false
	}
	for _, layout := range []string{"-02", "-02T15:04:05Z07:00", "-02T15:04:05", "-02T15:04Z07:00", "-02T15:04", ""} {
		layout = "2006-01" + layout
		if date, err := time.Parse(layout, strings.Replace(text, " ", "T", 1)); err == nil {
			return date, true
		}
	}
	return time.Time{}, false
}

// missingWords are the cells, in lower case, that mean a missing value; \N is that of databases.
var missingWords = append(strings.Fields(
	`? na n/a nan +nan -nan null (null) <na> #na #n/a #null! #div/0! #value! #ref! #num! #name? `+
		`1.#qnan -1.#qnan 1.#ind -1.#ind nan(ind) -nan(ind) nat \n`), "")

func (p numberFormat) isMissing(cell string) bool { // none is a class of many files
	return cell == "None" || slices.Contains(missingWords, strings.ToLower(cell)) || p.isCode(cell)
}
