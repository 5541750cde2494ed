// `npm run types`: what `tsc --noEmit` checks, without stale build information.
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { answerHelp } from './answer-help.mjs'
import { projectDir, run } from './prepare.mjs'

answerHelp('Usage: npm run types\nChecks the types of all sources and tests.')

const installed = join(projectDir, 'node_modules')
if (!existsSync(join(installed, 'hindsight-e2e'))) {
  process.stderr.write('The packages of tests are not installed. Run npm install --no-save\n')
  process.exit(1)
}
if (!existsSync(join(projectDir, 'lib', 'contracts', 'routes.ts'))) await run('npm', ['run', '--silent', 'generate'])
const getModifiedTime = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const buildInfo = join(projectDir, 'tsconfig.tsbuildinfo')
// tsc does not notice packages that were missing before.
if (getModifiedTime(join(installed, '.package-lock.json')) > getModifiedTime(buildInfo))
  rmSync(buildInfo, { force: true })
process.exit(await run('tsc', ['--noEmit', ...process.argv.slice(2)]))
