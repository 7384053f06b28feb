package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"gramscope/data/synthetic"
	"gramscope/model/kernel"
	"gramscope/model/lesson"
)

// manual writes the manual page, in the macros of man(7).
func (p *program) manual(_ context.Context, c command, args []string) error {
	f := newFlags(c)
	name, helped, err := f.read(args, "argument", p.stdout, "gramscope man | man -l - shows it; packages install it.")
	switch {
	case helped || err != nil:
		return err
	case name != "":
		return &usageError{fmt.Sprintf("man takes no argument, and %q is one", name), "write gramscope man"}
	}
	_, err = io.WriteString(p.stdout, p.page())
	return err
}

// page returns the manual page.
func (p *program) page() string {
	var m page
	m.line(fmt.Sprintf(".TH GRAMSCOPE 1 %q %q %q", commitDay(), "gramscope "+version(), "User Commands"))
	m.section("NAME")
	m.text("gramscope - a terminal explorer for kernel matrix approximation")
	m.section("SYNOPSIS")
	for i, c := range commands() {
		if i > 0 {
			m.line(".br")
		}
		m.text(c.usage())
	}
	m.section("DESCRIPTION")
	m.text("A kernel matrix on n points has n² entries, and there are dozens of methods that approximate it with fewer. gramscope runs them on data in a terminal, and shows how the kernel's width, the number of landmarks and the ridge change the error, the stable rank, the cost and the regression, each method beside the smallest error that is possible.")
	m.line(".PP")
	m.text("DATA is a file, - for standard input, or a built-in set. Without a command the explorer opens; in it, ? lists the keys. The command comes before its flags and arguments.")
	m.section("COMMANDS")
	for _, c := range commands() {
		m.command(p, c)
	}
	m.item("gramscope help [NAME]", "explain a command, or a topic, below")
	m.item("gramscope --version", "print the version of the program")
	m.section("METHODS")
	for i, method := range p.methods {
		if i == 0 || method.Family != p.methods[i-1].Family {
			m.line(".SS " + string(method.Family))
		}
		m.item(method.Name, method.Title()+"; take it "+method.When)
	}
	m.section("KERNELS")
	for _, k := range kernel.Families() {
		m.item(k.Name, k.Doc)
	}
	m.section("BUILT-IN SETS")
	for _, g := range synthetic.Generators() {
		m.item(g.Name(), g.Title)
	}
	m.section("LESSONS")
	for _, name := range lesson.Names() {
		m.item(name, lesson.Title(name))
	}
	m.section("TOPICS")
	for _, name := range topics {
		title, _, _ := topicText(name)
		m.item("gramscope help "+name, title)
	}
	m.section("EXIT STATUS")
	m.text("0 for success, 1 for a failure, 2 for wrong usage.")
	if at := address(); at != "" {
		m.section("SEE ALSO")
		m.text("https://" + at)
	}
	return m.String()
}

// page is a manual page that is being written.
type page struct{ strings.Builder }

func (m *page) line(text string) { m.WriteString(text + "\n") }

// text writes text, of which a reader breaks the lines anew.
func (m *page) text(text string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > 78 {
			m.line(roff(line))
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	m.line(roff(line))
}

// verbatim writes lines of text as they are.
func (m *page) verbatim(text string) {
	m.line(".PP\n.nf")
	for line := range strings.SplitSeq(text, "\n") {
		m.line(roff(line))
	}
	m.line(".fi")
}

func (m *page) section(title string) { m.line(".SH " + title) }

// item writes a term and its description.
func (m *page) item(term, doc string) {
	m.line(".TP\n.B " + roff(term))
	m.text(doc)
}

// command writes a command's help: usage, title, paragraphs and flags.
func (m *page) command(p *program, c command) {
	f, more := p.described(c)
	m.line(".SS " + roff(c.usage()))
	m.text(c.title)
	for _, paragraph := range more {
		if c.name == "" {
			break // the commands and the topics, which have sections of their own
		}
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n  ") { // a table
			m.verbatim(paragraph)
			continue
		}
		m.line(".PP")
		m.text(paragraph)
	}
	for i, e := range f.entries {
		if i == 0 || e.group != f.entries[i-1].group {
			m.line(".PP")
			m.text(e.group + ":")
		}
		m.item(strings.TrimSpace("--"+e.name+" "+e.arg), e.doc)
	}
}

// roff escapes a line of text: backslashes and hyphens, and a first character that would be a
// request.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
