package chart

import (
	"strings"
	"sync"
)

// spellings is the table of characters and their spellings in 7-bit ASCII, for texts, lines and marks. It has pairs of
// a character and its spelling between blanks. A _ after the first character of a spelling stands for a blank. After a
// comma follows the spelling as a mark of one cell, if that differs.
const spellings = `
	α alpha  β beta  γ gamma  δ delta  ε epsilon  κ kappa  λ lambda  μ mu  µ mu  ν nu  π pi  ρ rho  σ sigma  τ tau
	φ phi  χ chi  Σ sum_ Ω Omega  ∈ in  Ψ Psi  Λ Lambda  € EUR  £ GBP  ¥ JPY  ½ 1/2  ¼ 1/4  • *
	‖ ||  ≤ <=  ≥ >=  ± +-  − -  – -  — -  × x  ’ '  · *,.  ÷ /  √ sqrt  … ...  ∞ inf  ≈ ~  ∝ ~  ≡ =  ≠ !=
	⁰ ^0  ¹ ^1  ² ^2  ³ ^3  ⁴ ^4  ⁵ ^5  ⁶ ^6  ⁷ ^7  ⁸ ^8  ⁹ ^9  ⁻ ^-  ⁺ ^+  ⁽ ^(  ⁾ ^)  ʳ ^r  ᵀ ^T
	₀ _0  ₁ _1  ₂ _2  ₃ _3  ₄ _4  ₅ _5  ₐ _a  ᵢ _i  ⱼ _j  ₖ _k  ᵣ _r  ₛ _s  ₊ _+  ℓ l
	ŷ y^  è e  é e  í i  ö oe  ń n
	→ ->  ← <-  ↑ up,^  ↓ down,v  ▸ >  ◂ <  ☑ [x]  ☐ [_]  ✓ ok,o  ✗ x  ╳ X
	─ -  ╌ .  ┄ ~  │ |  ╎ .  ┊ !  ┌ +,.  ┐ +,.  └ +  ┘ +  ├ +  ┤ +  ┬ +  ┴ +  ┼ +  ╭ .  ╮ .  ╰ '  ╯ '
	░ .  ▒ :  ▓ #  ▀ #  ▄ #  █ #  ▉ #  ▊ #  ▋ #  ▌ #  ▍ #  ▎ #  ▏ |  ▕ |  ▔ -  ▁ .  ▂ :  ▃ -  ▅ =  ▆ +  ▇ *  ⠁ .  ⠃ :  ⠛ #
	` + "\u0302 ^  \u0303 ~  \u0304 bar" // the hat and the tilde above the K of K̃, and the bar above the q of q̄

// spelled is the spelling of a character in a text, and as a mark of one cell.
type spelled struct{ text, mark string }

// table returns the spellings by character, with the markers.
var table = sync.OnceValue(func() map[rune]spelled {
	all := map[rune]spelled{}
	list := strings.Fields(spellings)
	for i := 0; i < len(list); i += 2 {
		text, mark, other := strings.Cut(list[i+1], ",")
		text = text[:1] + strings.ReplaceAll(text[1:], "_", " ")
		if !other {
			mark = text
		}
		all[[]rune(list[i])[0]] = spelled{text, mark}
	}
	for i, m := range Markers(Braille) {
		sign := string(Markers(ASCII)[i])
		all[m] = spelled{sign, sign}
	}
	return all
})

// Mark returns the spelling of r as a mark of one cell, r if it has none.
func (g Glyphs) Mark(r rune) rune {
	if mark := table()[r].mark; g == ASCII && len(mark) == 1 {
		return rune(mark[0])
	}
	return r
}

// Spell spells out the characters of a text that a font lacks: σ becomes sigma, ≤ becomes <=. Exponents and indices of
// several characters are spelled together, ⁻¹ as ^-1, even if the font has some of them, and arrows apart, ←→ as <-/->.
// Characters without a spelling stay.
func Spell(s string, lacks func(r rune) bool) string {
	if strings.IndexFunc(s, lacks) < 0 {
		return s
	}
	var b strings.Builder
	var before string // the spelling of the last character, "" if it was not spelled out
	for _, r := range s {
		text := table()[r].text
		goesOn := text != "" && before != "" && (text[0] == '^' || text[0] == '_') && text[0] == before[0]
		switch {
		case text == "" || !goesOn && !lacks(r):
			b.WriteRune(r)
			before = ""
			continue
		case goesOn:
			b.WriteString(text[1:])
		case isArrow(text) && isArrow(before):
			b.WriteString("/" + text)
		default:
			b.WriteString(text)
		}
		before = text
	}
	return b.String()
}

func isArrow(spelling string) bool {
	return spelling == "<-" || spelling == "->" || spelling == "up" || spelling == "down"
}
