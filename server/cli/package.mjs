// `npm run package`: installs and builds where that is missing, then makes the archive with the project's own Node.
import { join } from 'node:path'
import { installAndBuild } from './install-and-build.mjs'
import { readKey, readOptions, stop } from './package-options.mjs'
import { environment, run } from './prepare.mjs'

// Faults are reported before the build, which takes minutes.
readKey(readOptions())
if (process.platform !== 'linux') stop('The package is for Linux and is made on Linux.')
await installAndBuild()
const env = { ...environment, HINDSIGHT_SIGNING_KEY: process.env.HINDSIGHT_SIGNING_KEY }
process.exit(await run('node', [join('server', 'cli', 'make-package.mjs'), ...process.argv.slice(2)], { env }))
