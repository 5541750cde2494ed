// `npm run dev`: the pages of the sources, with the demo data in a database of its own.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { answerHelp } from './answer-help.mjs'
import { environment, projectDir, run } from './prepare.mjs'

answerHelp(`Usage: npm run dev [-- options of next dev]
Serves the sources at http://localhost:3000 (or PORT) and follows their changes. Without DATABASE_URL and
HINDSIGHT_DATA_DIR it has a database of its own in .data/dev, with the demo data, and the demo accounts can sign in with
the password hindsight-demo. Delete that folder to begin again.`)

const hasOwnDatabase = Boolean(process.env.DATABASE_URL || process.env.HINDSIGHT_DATA_DIR)
const dataDir = join(projectDir, '.data', 'dev')
const demo = hasOwnDatabase ? {} : { HINDSIGHT_DATA_DIR: dataDir, HINDSIGHT_DEMO: 'true' }
const env = { ...environment, ...demo }

const generated = await run('npm', ['run', '--silent', 'generate'])
if (generated !== 0) process.exit(generated)
if (!hasOwnDatabase && !existsSync(dataDir)) {
  process.stderr.write('Loading the demo data into .data/dev…\n')
  const seeded = await run('node', [join('server', 'cli', 'seed.ts'), '--yes'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (seeded !== 0) process.exit(seeded)
}

// `next dev` does not notice when npm is killed or its terminal is closed. instrumentation.ts stops its server and the
// embedded database.
const args = ['dev', '--hostname', '127.0.0.1', ...process.argv.slice(2)]
process.exit(await run('next', args, { env: { ...env, NEXT_MANUAL_SIG_HANDLE: 'true' } }))
