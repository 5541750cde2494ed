import { createServer } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { listen } from '#server/platform/http/testing-listen.ts'
import { runCommandLine } from './testing-command.ts'
import { listBlocksToRun, runCommands } from './testing-documents.ts'

const database = provideTestDatabase()
let url: string
beforeAll(async () => {
  const system = await listen(createServer((_, response) => response.writeHead(401).end('{}')))
  url = system.url
  return system.close
})

const environment = () => ({
  DATABASE_URL: database.url,
  HINDSIGHT_SECRET: 'a secret of the tests that signs nothing else',
  HINDSIGHT_PLAIN_HOSTS: '127.0.0.1',
})

const run = (args: readonly string[], input = '') => runCommandLine('connection', args, environment(), input)

const flags = ['add', 'servicenow', '--name', 'prod', '--user', 'hindsight', '--password-stdin']

test('runs each command of its document', async () => {
  const [block] = listBlocksToRun('run: connection')
  const lines =
    block?.text.replaceAll('\\\n', '').replace('https://example.service-now.com', url).trim().split('\n') ?? []
  const codes: unknown[] = []
  for (const line of lines) {
    const { code, output } = await runCommands(line, { ...environment(), PASSWORD: 'S3cret' })
    expect(output).not.toContain('Usage')
    codes.push(code)
  }
  await database.pool.query('delete from connections')
  // The system there refuses the password: a check says so with 2, a run with 1.
  expect(codes).toEqual([0, 2, 1, 0])
})

test('adds a connection, changes it when added again, and lists it without its secret', async () => {
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

test('says why a check and a run fail', async () => {
  expect(await run(['check', 'prod'])).toMatchObject({ code: 2, stdout: expect.stringContaining('failed') })
  expect(await run(['run', 'prod'])).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1') })
})

test.each([
  [['add', 'servicenow', '--name', 'Prod', '--url', 'https://x.example'], 'name must be lower-case letters'],
  [['add', 'unknown', '--name', 'prod'], 'kind must be one of servicenow'],
  [['add', 'servicenow', '--name', 'b', '--url', 'https://x.example', '--table', 'cmdb'], 'options.tables'],
  [['add', 'servicenow', '--name', 'b', '--options', '{'], '--options must be JSON'],
  [['run', 'nothing'], 'There is no connection nothing.'],
  [['explode'], 'Usage:'],
])('refuses %j', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
})
