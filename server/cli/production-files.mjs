// `npm run production-files -- FOLDER`: copies what serving needs, a third of what building needs, to a new folder.
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { answerHelp } from './answer-help.mjs'
import { isBuildComplete } from './build-state.mjs'
import { copyProductionFiles } from './copy-production-files.mjs'

const projectDir = resolve(import.meta.dirname, '..', '..')

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const usage = 'Usage: npm run production-files -- FOLDER\nCopies what serving needs to a new folder.'
answerHelp(usage)
const [name, ...others] = process.argv.slice(2)
if (name === undefined || others.length > 0) stop(usage)
const target = resolve(process.env.INIT_CWD ?? '.', name)
if (existsSync(target) && readdirSync(target).length > 0) stop(`${target} is not empty. Name a new folder.`)
if (!isBuildComplete(projectDir)) stop('The project is not built. Run npm run build first.')

const packages = copyProductionFiles(projectDir, target)
process.stdout.write(`${target} has what serving needs, with ${packages} packages. It needs DATABASE_URL.\n`)
