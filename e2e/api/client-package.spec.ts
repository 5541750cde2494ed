import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from '#e2e/support/fixtures.ts'

const folder = join(import.meta.dirname, '../../packages/client')
const compiler = createRequire(join(folder, 'package.json')).resolve('typescript/bin/tsc')

const execute = async (program: string, args: string[], env: Record<string, string> = {}) => {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, ...env } })
  expect(stderr).toBe('')
  return stdout
}
const run = (args: string[], env?: Record<string, string>) => execute(process.execPath, args, env)

// One worker compiles the package for all of them.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  await run(['generate.ts'])
  await run([compiler, '-p', 'tsconfig.build.json'])
})

/** An answer with a page of changes, and whether another page follows. */
type ChangePage = { readonly numbers: string[]; readonly hasNext: boolean }

/**
 * A service before another that loses the first answer to each write and each wait for events, then is busy once. It
 * asks to come back in seconds or at a time.
 */
async function startLossyProxy(target: string) {
  const calls = new Map<string, number>()
  const pages: ChangePage[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const body = await buffer(request)
    const call = `${method} ${url}`
    const isFragile = method === 'POST' || url.includes('/events')
    const count = isFragile ? (calls.get(call) ?? 0) + 1 : 3
    calls.set(call, count)
    const pause = method === 'POST' ? '0' : new Date().toUTCString()
    if (count === 2) return response.writeHead(503, { 'retry-after': pause }).end('busy')
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>
    const sent = method === 'GET' ? {} : { body }
    const answer = await fetch(new URL(url, target), { method, headers, ...sent })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (count === 1) return response.destroy()
    const link = answer.headers.get('link')
    if (url.startsWith('/api/itsm/v1/changes')) {
      const { result } = JSON.parse(bytes.toString()) as { result: { number: string }[] }
      pages.push({ numbers: result.map(({ number }) => number), hasNext: link?.includes('rel="next"') ?? false })
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...(link && { link }) }).end(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    pages,
    close: () => server.close(),
  }
}

test('the example of the package reads every page, and writes once though answers are lost', async ({
  baseURL: serverUrl,
  tokens,
}) => {
  const baseURL = serverUrl ?? ''
  const token = tokens.itsm.write
  const read = async (path: string) =>
    (await fetch(new URL(path, baseURL), { headers: { authorization: `Bearer ${token}` } })).json()
  const query = encodeURIComponent("title = 'Test the rollback'")
  const actions = async () => (await read(`/api/itsm/v1/improvements?query=${query}`)).result.length
  const before = await actions()
  const proxy = await startLossyProxy(baseURL)
  try {
    const output = await run(['example.ts'], { HINDSIGHT_URL: proxy.baseUrl, HINDSIGHT_TOKEN: token })
    const lines = output.trim().split('\n')
    const numbers = lines.slice(0, lines.indexOf('open')).map((line) => line.split(' ')[0])
    // Other tests complete and reopen reviews meanwhile: a list that is read afterwards is another.
    expect(proxy.pages.length).toBeGreaterThan(1)
    expect(proxy.pages.map(({ hasNext }) => hasNext)).toEqual(proxy.pages.map((_, at) => at < proxy.pages.length - 1))
    expect(numbers).toEqual(proxy.pages.flatMap((page) => page.numbers))
    expect(lines.at(-1)).toMatch(/^handled until evt_/)
  } finally {
    proxy.close()
  }
  expect([...proxy.calls.entries()].filter(([call]) => /^POST|events/.test(call))).toEqual([
    ['POST /api/itsm/v1/improvements', 3],
    [expect.stringMatching(/events\?after=start/), 3],
  ])
  expect(await actions()).toBe(before + 1)
})

test('the package holds the compiled client with its types', async () => {
  const [{ files, version }] = JSON.parse(await execute('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']))
  const { version: released } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'))
  expect(version).toBe(released)
  const paths = files.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['README.md', 'dist/index.d.ts', 'dist/index.js', 'dist/schema.d.ts', 'package.json']),
  )
  expect(paths.filter((path: string) => !/^(?:dist\/|README|LICENSE|package\.json)/.test(path))).toEqual([])
})

test('a client with the generated types reads, patches and posts', async ({ baseURL, tokens }) => {
  const serverUrl = baseURL ?? ''
  await test.step('check the client against them', () => run([compiler, '-p', '.']))
  const scenario = await test.step('run the scenario', async () =>
    JSON.parse(await run(['scenario.ts'], { BASE_URL: serverUrl, TOKENS: JSON.stringify(tokens) })))
  expect(scenario.users.limit).toBe(2)
  expect(scenario.users.names.length).toBeLessThanOrEqual(2)
  expect(scenario.articles).toBeLessThanOrEqual(1)
  const { written, found, left } = scenario.search
  expect(found.toSorted()).toEqual(written.toSorted())
  expect([found.length, left]).toEqual([3, 0])
  expect(scenario.change.after).toBe(scenario.change.before)

  expect(scenario.incident).toEqual({
    statuses: [201, 200],
    priorityLevel: 1,
    events: ['incident.created', 'incident.updated'],
  })

  const { created, repeatedId, moved, location } = scenario.improvement
  expect(created).toMatchObject({ status: 'open', source_ref: 'PIR-2026-0042', target_date: '2026-12-18' })
  expect(repeatedId).toBe(created.id)
  expect(location).toBe(`/api/itsm/v1/improvements/${created.id}`)
  expect(moved).toEqual({ ...created, status: 'in_progress', updated_at: moved.updated_at })

  expect(scenario.refusals).toEqual({
    readerWrites: { status: 403, code: 'insufficient_scope' },
    lateWriter: { status: 412, code: 'precondition_failed' },
    badFilter: { status: 400, code: 'invalid_filter' },
    unknownId: { status: 404, code: 'not_found' },
  })
})
