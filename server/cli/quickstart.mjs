import './check-node.mjs'

// Not a static import: that would be parsed, by a Node that cannot, before the check runs.
import('./run-quickstart.mjs')
