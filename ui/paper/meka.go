package paper

func meka() []Entry { return nil }
