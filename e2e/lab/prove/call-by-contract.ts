import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFolder } from '#e2e/support/resources.ts'
import { freePort, projectDir, waitUntilAccepted } from '#e2e/support/server-process.ts'
import { buildTokenApiDocument } from '#server/api-documents.ts'
import { type Claim, toVerdict } from './claim.ts'

/** 74 MB with its dependencies, so it is installed for its claim alone. */
const prism = '@stoplight/prism-cli@5.16.0'

export const callByContract: Claim = {
  name: 'call-by-contract',
  async prove() {
    const { lines, faults } = await runExampleOnPrism()
    return toVerdict(`${lines} results; ${faults.length} faults`, faults, lines > 3)
  },
}

/** Runs the example of the client package against our document, of which Prism refuses other requests. */
const runExampleOnPrism = (): Promise<{ readonly lines: number; readonly faults: readonly string[] }> =>
  withFolder('prism', async (folder) => {
    const client = join(projectDir, 'packages', 'client')
    const run = (program: string, args: string[], env: Record<string, string> = {}) =>
      spawnSync(program, args, { cwd: client, env: { ...process.env, ...env }, encoding: 'utf8', timeout: 60_000 })
    const built = run('npm', ['run', 'build'])
    if (built.status !== 0) return { lines: 0, faults: [built.stdout + built.stderr] }
    const document = join(folder, 'openapi.json')
    writeFileSync(document, JSON.stringify(buildTokenApiDocument()))
    const port = await freePort()
    const command = ['--yes', prism, 'mock', '--host', '127.0.0.1', '--port', String(port), '--errors', document]
    const server = spawn('npx', command, {
      detached: true,
      env: { ...process.env, SCARF_ANALYTICS: 'false', npm_config_ignore_scripts: 'true' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    try {
      await waitUntilAccepted(port)
      const env = { HINDSIGHT_URL: `http://127.0.0.1:${port}`, HINDSIGHT_TOKEN: 'any' }
      const { status, stdout, stderr } = run(process.execPath, ['example.ts'], env)
      return { lines: stdout.split('\n').filter(Boolean).length, faults: status === 0 ? [] : [stderr] }
    } finally {
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    }
  })
