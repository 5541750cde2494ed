import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Problem = { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }

const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))

/** The problems that Redocly's recommended rules find in an OpenAPI document, warnings included, one per line. */
export async function lintDocument(document: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hindsight-openapi-'))
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document, null, 2))
    const report: { problems: Problem[] } = JSON.parse(await runLinter(folder))
    return report.problems.map(
      ({ severity, ruleId, message, location }) => `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The linter's report as JSON; it ends with status 1 when it found an error. */
function runLinter(folder: string): Promise<string> {
  const args = [
    linter,
    'lint',
    'openapi.json',
    '--extends',
    'recommended',
    '--format',
    'json',
    '--max-problems',
    '1000',
  ]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout.trimStart().startsWith('{')) resolve(stdout)
      else reject(new Error(`The linter printed no report: ${stderr || error}`))
    })
  })
}
