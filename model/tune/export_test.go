package tune

// DrawGenerator lets tests repeat the draws of Sufficient.
var DrawGenerator = drawGenerator
