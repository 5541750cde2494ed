import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { describeForLog } from './log.ts'

const database = provideTestDatabase()

/** The lines that a process writes to standard error when it runs `script`. */
async function readLines(script: string): Promise<Record<string, unknown>[]> {
  const source = `import { log, logRequest, sendConsoleToLog } from './server/platform/log/log.ts'; ${script}`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: projectDir(),
    env: { ...process.env, HINDSIGHT_LOG_LEVEL: 'info' },
  })
  expect(stdout).toBe('')
  expect(stderr.endsWith('\n')).toBe(true)
  return stderr
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

const inUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const forged = 'first\n{"level":30,"event":"signed_in","actor":"acc_admin"}\n'

test('writes one JSON line for each call, with the time in UTC, whatever the values contain', async () => {
  const value = JSON.stringify(forged)
  const lines = await readLines(`
    log.warn({ event: 'sign_in_refused', address: ${value} }, ${value})
    log.error({ err: new Error(${value}) }, 'request failed')
    logRequest({ request_id: ${value}, trace_id: 't', method: ${value}, path: ${value}, operation: 'o', status: 401, ms: 1, actor: 'anonymous' })`)
  expect(lines).toEqual([
    expect.objectContaining({ level: 40, event: 'sign_in_refused', address: forged, msg: forged }),
    expect.objectContaining({ level: 50, err: expect.objectContaining({ type: 'Error', message: forged }) }),
    expect.objectContaining({ level: 30, request_id: forged, method: forged, path: forged, status: 401 }),
  ])
  for (const { time } of lines) expect(time).toMatch(inUtc)
})

test('writes each call of the console as one line', async () => {
  const lines = await readLines(`
    sendConsoleToLog()
    console.log('first\\n{"level":30,"event":"signed_in"}\\n', { a: 1 })
    console.error('\\x1b[31m⨯\\x1b[39m', new Error('bad\\n{"forged":true}'))
    console.warn('%s of %d', 'one', 2)
    console.debug('unseen')`)
  expect(lines).toEqual([
    expect.objectContaining({ level: 30, event: 'console', msg: 'first\n{"level":30,"event":"signed_in"}\n { a: 1 }' }),
    expect.objectContaining({
      level: 50,
      event: 'console',
      msg: '⨯',
      err: expect.objectContaining({ type: 'Error', message: 'bad\n{"forged":true}' }),
    }),
    expect.objectContaining({ level: 40, event: 'console', msg: 'one of 2' }),
  ])
})

test('redacts credentials by field name', async () => {
  const secretFields = ['password', 'authorization', 'cookie', 'token']
  const fields = JSON.stringify(Object.fromEntries(secretFields.map((name) => [name, 'hidden word'])))
  const [line] = await readLines(`log.info({ ...${fields}, inner: ${fields} }, 'seen')`)
  const redacted = Object.fromEntries(secretFields.map((name) => [name, '[Redacted]']))
  expect(line).toMatchObject({ ...redacted, inner: redacted, msg: 'seen' })
})

test('describes a failed query and its cause without parameters', async () => {
  const secret = 'hindsight_itsm_what-nobody-may-read'
  const failed: unknown = await database.db.execute(sql`select ${secret} from nowhere`).catch((error) => error)
  if (!(failed instanceof Error)) throw new Error('The query did not fail.')
  // Fails if the library moves or omits the parameters.
  expect(failed.message).toContain(secret)
  const described = JSON.stringify(describeForLog(failed))
  expect(described).not.toContain(secret)
  expect(described).toContain('Failed query: select $1 from nowhere')
  expect(described).toContain('relation')
  expect(described).toContain('log.test.ts')
})
