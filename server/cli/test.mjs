import { answerHelp } from './answer-help.mjs'
import './check-node.mjs'

answerHelp(`Usage: npm test [-- --strict]
Installs and builds if needed, then runs every check and test but those of the night. Ends with N passed, N failed.`)

// Not a static import: an old Node would fail to parse it before the check runs.
import('./run-tests.mjs')
