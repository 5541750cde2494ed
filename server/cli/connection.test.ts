import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { commandLine } from './testing-command.ts'

const database = provideTestDatabase()
const system = createServer((_, response) => response.writeHead(401).end('{}'))
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => system.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(system.address() as AddressInfo).port}`
})
afterAll(() => {
  system.closeAllConnections()
  system.close()
})

/** Runs the command like `npm run connection`. */
async function run(args: readonly string[], input = '') {
  const child = spawn(process.execPath, [...commandLine('connection'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      HINDSIGHT_SECRET: 'a secret of the tests that signs nothing else',
      HINDSIGHT_PLAIN_HOSTS: '127.0.0.1',
    },
  })
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { stdout, stderr, code }
}

const flags = ['add', 'servicenow', '--name', 'prod', '--user', 'hindsight', '--password-stdin']

it('adds a connection, changes it when added again, and lists it without its secret', async () => {
  const added = await run([...flags, '--url', url, '--filter', 'active=true^type=normal', '--write-back'], 'S3cret\n')
  expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Added prod\./) })
  const changed = await run([...flags, '--url', url, '--table', 'incident', '--interval', '10'], 'other\n')
  expect(changed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Changed prod\./) })
  const { rows } = await database.pool.query('select options from connections')
  expect(rows[0].options).toMatchObject({
    interval_minutes: 10,
    writes: { review: true, lessons: false },
    tables: { incident: { filter: null } },
  })
  const { stdout } = await run(['list'])
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'prod', kind: 'servicenow', url, has_secret: true }])
  expect(stdout).not.toMatch(/S3cret|other/)
})

it('says why a check and a run fail', async () => {
  expect(await run(['check', 'prod'])).toMatchObject({ code: 2, stdout: expect.stringContaining('failed') })
  expect(await run(['run', 'prod'])).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1') })
})

it.each([
  [['add', 'servicenow', '--name', 'Prod', '--url', 'https://x.example'], 'name must be lower-case letters'],
  [['add', 'unknown', '--name', 'prod'], 'kind must be one of servicenow'],
  [['add', 'servicenow', '--name', 'b', '--url', 'http://10.0.0.1', '--user', 'u'], 'without TLS'],
  [['add', 'servicenow', '--name', 'b', '--url', 'https://x.example', '--table', 'cmdb'], 'options.tables'],
  [['add', 'servicenow', '--name', 'b', '--options', '{'], '--options must be JSON'],
  [['run', 'nothing'], 'There is no connection nothing.'],
  [['explode'], 'Usage:'],
])('refuses %j', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
})
