import './check-node.mjs'

// Not a static import: an old Node would fail to parse it before the check runs.
import('./run-package.mjs')
