import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { listPostgresProcesses } from '#server/platform/db/embedded/processes.ts'
import { stateFolders } from '#server/platform/db/embedded/state-folders.ts'
import { makeClusterDir, makeStateDir } from '#server/platform/db/embedded/testing-process.ts'
import { listenInTest } from '#server/platform/http/testing-listen.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { buildCommandLine } from './testing-command.ts'

const waitOptions = { timeout: 60_000, interval: 5 }
const demo = [join('dist', 'serve-demo.js')]
const production = [join('dist', 'main.js')]

/** Starts one of our programs on a state folder, with `below` as the child of a shell. */
function launch(dataDir: string, args: readonly string[], below?: 'shell'): ChildProcess {
  const command = below ? ['sh', '-c', '"$0" "$@" & wait', process.execPath, ...args] : [process.execPath, ...args]
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: projectDir(),
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HINDSIGHT_DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      HINDSIGHT_DEMO: 'true',
      npm_lifecycle_event: 'start',
    },
    stdio: below ? 'ignore' : ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  onTestFinished(() => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The process has ended as expected.
    }
  })
  return child
}

const waitUntilStarted = (dataDir: string) =>
  vi.waitUntil(() => readPostmaster(stateFolders(dataDir).data) !== undefined, waitOptions)
const waitUntilGone = (dataDir: string) =>
  vi.waitUntil(() => listPostgresProcesses(stateFolders(dataDir).data).length === 0, waitOptions)

test.each([
  { what: 'the demo', args: demo, signal: 'SIGINT' },
  ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({ what: 'npm start', args: production, signal })),
  { what: 'npm run seed', args: [...buildCommandLine('seed'), '--yes'], signal: 'SIGTERM' },
] as const)('$signal stops $what and its database during the start', async ({ args, signal }) => {
  const dataDir = await makeClusterDir()
  const child = launch(dataDir, args)
  const errors = child.stderr ? text(child.stderr) : ''
  await waitUntilStarted(dataDir)
  child.kill(signal)
  await once(child, 'close')
  expect(listPostgresProcesses(stateFolders(dataDir).data)).toEqual([])
  expect(await errors).not.toMatch(/"level":(?:40|50)|cannot start|\n +at /)
})

test('the demo and its database stop when the parent process is killed', async () => {
  const dataDir = await makeClusterDir()
  const child = launch(dataDir, demo)
  await waitUntilStarted(dataDir)
  child.disconnect()
  await once(child, 'exit')
  expect(listPostgresProcesses(stateFolders(dataDir).data)).toEqual([])
})

test('npm start and its database stop when npm is killed', async () => {
  const dataDir = await makeClusterDir()
  const shell = launch(dataDir, production, 'shell')
  await waitUntilStarted(dataDir)
  shell.kill('SIGKILL')
  await waitUntilGone(dataDir)
})

test('a signal while the database is being created leaves nothing, and the next start creates it', async () => {
  const dataDir = makeStateDir()
  const child = launch(dataDir, demo)
  await vi.waitUntil(() => existsSync(stateFolders(dataDir).lockFile), waitOptions)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(listPostgresProcesses(stateFolders(dataDir).data)).toEqual([])

  const again = launch(dataDir, [...buildCommandLine('seed'), '--yes'])
  expect(await once(again, 'exit')).toEqual([0, null])
})

test('a failed start explains why and leaves nothing running', async () => {
  const { port } = await listenInTest(createServer())
  const dataDir = makeStateDir()
  const child = spawn(process.execPath, demo, {
    cwd: projectDir(),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HINDSIGHT_DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: String(port),
      HINDSIGHT_DEMO: 'true',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  // Without a build it fails for that reason.
  expect(errors).toMatch(/Hindsight cannot start: (?:port \d+ is in use|the pages are not built)/)
  expect(listPostgresProcesses(stateFolders(dataDir).data)).toEqual([])
})

test('the database of a killed service is stopped', async () => {
  const dataDir = await makeClusterDir()
  const child = launch(dataDir, demo)
  await waitUntilStarted(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const cleaning = launch(dataDir, [join('dist', 'stop-orphans.js')])
  expect(await once(cleaning, 'exit')).toEqual([0, null])
  expect(listPostgresProcesses(stateFolders(dataDir).data)).toEqual([])
})

/** The processes of `npm run quickstart`, from the outermost, by the beginning of their command lines. */
const chain = { npm: /^npm run/, 'its script': /^node .*start\.mjs quickstart/, 'the service': /serve-demo\.js/ }
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const

/** The processes with a state folder in their environment or, as PostgreSQL, in their command line. */
const listProcesses = (dataDir: string) =>
  readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!(pid > 0) || pid === process.pid) return []
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      const isOurs = title.includes(dataDir) || environment.includes(`HINDSIGHT_DATA_DIR=${dataDir}`)
      return isOurs ? [{ pid, title }] : []
    } catch {
      return []
    }
  })

test.each(Object.entries(chain).flatMap(([victim, title]) => signals.map((signal) => ({ signal, victim, title }))))(
  '$signal to $victim leaves nothing of npm run quickstart running',
  async ({ signal, title }) => {
    const dataDir = makeStateDir()
    const child = spawn('npm', ['run', '--silent', 'quickstart'], {
      cwd: projectDir(),
      detached: true,
      env: { ...process.env, HINDSIGHT_DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0' },
      stdio: 'ignore',
    })
    await once(child, 'spawn')
    await waitUntilStarted(dataDir)
    const victims = listProcesses(dataDir).filter((found) => title.test(found.title))
    expect(victims).toHaveLength(1)
    for (const { pid } of victims) process.kill(pid, signal)
    await vi.waitUntil(() => listProcesses(dataDir).length === 0, waitOptions)
  },
)
