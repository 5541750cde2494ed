import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { createDemoToken } from '#server/demo/create-demo-token.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { abandonEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { readEnvOrStop } from '#server/platform/env.ts'
import { announceStop, onStopRequest } from '#server/platform/process/stop-requests.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { startRuntime } from '#server/start.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { offerSetup } from '#server/system/setup/offer-setup.ts'
import { showProgress } from './show-progress.mjs'

const env = readEnvOrStop()

/** Milliseconds after which the summary is printed although the first page has not been loaded. */
const firstPageMs = 60_000

/** Milliseconds after which a stop during the start no longer waits for the database. */
const stopWithinMs = 30_000

let isStopping = false
const finishStart = showProgress('Starting the database and the service')
onStopRequest(async () => {
  if (isStopping) return
  isStopping = true
  announceStop()
  setTimeout(() => process.exit(1), stopWithinMs)
  await abandonEmbeddedPostgres()
  process.exit(0)
})

const hasProgram = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

const describeCurl = (url: string, token: string) =>
  hasProgram('curl')
    ? `    curl -H "Authorization: Bearer ${token}" "${url}/api/itsm/v1/changes?limit=2"`
    : `    ${token}
    curl is not installed here; the reference has a curl line for each request.`

/** Serves without demo data, like a new installation. */
async function serveEmpty(now: Date): Promise<void> {
  const offer = await offerSetup(getRuntime().db, now)
  const { listening } = await import('#server/serve.ts')
  const port = await listening
  finishStart()
  process.stdout.write(`\n  Hindsight is running at http://localhost:${port}        Stop with Ctrl+C\n${offer ?? ''}`)
}

async function serve(): Promise<void> {
  const now = new Date()
  await startRuntime(env)
  if (process.argv.includes('--empty')) return serveEmpty(now)
  await seedDemoData(getRuntime().db, now, getRuntime().secret)
  const token = await createDemoToken(getRuntime().db, now)
  // From here on serve.ts handles stop requests.
  if (isStopping) return
  const { listening } = await import('#server/serve.ts')
  const port = await listening
  const url = `http://localhost:${port}`
  // The first page loads Next, which prints lines that belong above the summary.
  await fetch(`http://127.0.0.1:${port}/sign-in`, { signal: AbortSignal.timeout(firstPageMs) }).catch(() => {})
  finishStart()
  const people = demoAccounts.map(({ email, role }) => `    ${email.padEnd(34)} ${role}`).join('\n')
  process.stdout.write(`
  Hindsight is running at ${url}

  Sign in with the password ${demoPassword} as one of
${people}

  The API, with a token of the demo data (valid for a day):
${describeCurl(url, token)}

  Reference: ${url}/reference        Stop with Ctrl+C
`)
}

try {
  await serve()
} catch (error) {
  if (!isStopping) {
    finishStart('failed')
    process.stderr.write(`Hindsight cannot start: ${explainStartFailure(error, env)}\n`)
    announceStop()
    await abandonEmbeddedPostgres()
    process.exit(1)
  }
}
