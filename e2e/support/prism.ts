import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTokenApiDocument } from '#server/api-documents.ts'
import { freePort, projectDir, waitUntilAccepted } from './server-process.ts'

/** 74 MB with its dependencies, so it is installed for its claims alone. */
const prism = '@stoplight/prism-cli@5.16.0'

/** Runs Prism, which serves an OpenAPI document on loopback. With `--errors` it refuses other requests. */
export async function withPrism<Result>(
  document: string,
  use: (baseUrl: string) => Promise<Result>,
  options: readonly string[] = [],
): Promise<Result> {
  const port = await freePort()
  const command = ['--yes', prism, 'mock', '--host', '127.0.0.1', '--port', String(port), ...options, document]
  const server = spawn('npx', command, {
    detached: true,
    env: { ...process.env, SCARF_ANALYTICS: 'false', npm_config_ignore_scripts: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await waitUntilAccepted(port)
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
  }
}

/** Runs the example of the client package against our document; returns the lines it printed and its errors. */
export async function runExampleOnPrism(): Promise<{ readonly lines: number; readonly faults: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-prism-'))
  const client = join(projectDir, 'packages', 'client')
  const run = (program: string, args: string[], env: Record<string, string> = {}) =>
    spawnSync(program, args, { cwd: client, env: { ...process.env, ...env }, encoding: 'utf8', timeout: 60_000 })
  try {
    const built = run('npm', ['run', 'build'])
    if (built.status !== 0) return { lines: 0, faults: [built.stdout + built.stderr] }
    const document = join(folder, 'openapi.json')
    writeFileSync(document, JSON.stringify(buildTokenApiDocument()))
    const example = async (baseUrl: string) =>
      run(process.execPath, ['example.ts'], { HINDSIGHT_URL: baseUrl, HINDSIGHT_TOKEN: 'any' })
    const { status, stdout, stderr } = await withPrism(document, example, ['--errors'])
    return { lines: stdout.split('\n').filter(Boolean).length, faults: status === 0 ? [] : [stderr] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
