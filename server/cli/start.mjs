// `node start.mjs PROGRAM …` runs a program beside this file. In syntax that Node 12 can parse, like what it imports: an
// old Node must print a message, not a stack trace.
import { exitOnOldNode } from './node-version.mjs'

exitOnOldNode(20, 11, ' to start (it installs Node 24 for itself)')

// Not a static import: an old Node would fail to parse the program before the check runs.
import(`./${process.argv.splice(2, 1)[0]}.mjs`)
