import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { POST } from '#app/mcp/route.ts'
import { makeTemporaryFolder } from '#server/cli/temporary-folder.mjs'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { resolveTarget } from '#server/platform/http/api-request.ts'
import { fromIncoming } from '#server/platform/http/node-request.ts'
import { respond } from '#server/platform/http/respond.ts'
import { listen } from '#server/platform/http/testing-listen.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { issueToken, setAssistants } from './testing-assistant.ts'

const database = provideTestDatabase()
let token: string

/** Adds a token to each request of the suite, which has none. */
const server = createServer((incoming, outgoing) => {
  incoming.headers.authorization = `Bearer ${token}`
  incoming.rawHeaders.push('authorization', `Bearer ${token}`)
  return respond(incoming, outgoing, POST.respond(fromIncoming(incoming, resolveTarget(incoming, false))))
})
let url: string
beforeAll(async () => {
  const { url: origin, close } = await listen(server)
  url = `${origin}/mcp`
  setAssistants(database, { assistants: 'read', public_url: origin })
  token = await issueToken(database, 'read')
  return close
})

const suite = join(projectDir(), 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/**
 * Runs the scenarios that the protocol version requires, and the others of the suite; returns which passed and failed.
 */
async function runSuite() {
  const folder = makeTemporaryFolder('conformance-')
  const args = [suite, 'server', '--url', url, '--requirements', '2026-07-28', '--output-dir', folder]
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error)
  const scenarios = [...stdout.matchAll(/^([✓✗]) ([\w-]+): \d+ passed, \d+ failed$/gm)]
  const named = (mark: string) => scenarios.flatMap(([, found, name = '']) => (found === mark ? [name] : []))
  return { passed: named('✓'), failed: named('✗') }
}

test('those scenarios fail that the document lists with their reason', async () => {
  const { passed, failed } = await runSuite()
  const document = await readFile(join(projectDir(), 'docs/assistants.md'), 'utf8')
  const rows = document.split('\n| scenarios | why they fail |')[1] ?? ''
  const listed = rows
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name))
  expect(failed.filter((name) => !name.startsWith('tasks-')).toSorted()).toEqual(listed.toSorted())
  expect(passed).toContain('http-header-validation')
})

const inspector = join(projectDir(), 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')

/** Runs one request of the inspector, with a separate home for its catalogue. */
async function inspect(...args: string[]): Promise<unknown> {
  const env = { ...process.env, HOME: makeTemporaryFolder('inspector-') }
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', url, ...args], { env })
  return JSON.parse(stdout)
}

test('a session of the inspector finds the tools, a change and the mistake in a filter', async () => {
  // Strict mode rejects a schema that other clients would not understand.
  const { tools } = (await inspect('--method', 'tools/list', '--strict')) as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toContain('find_changes')
  const called = (tool: string, ...pairs: string[]) =>
    inspect('--method', 'tools/call', '--tool-name', tool, '--tool-arg', ...pairs)
  await insertChange(database.db, 'CHG1')
  const found = await called('find_changes', 'query=number = CHG1', 'limit=5')
  expect(found).toMatchObject({ content: [{ text: expect.stringContaining('"total_count":1') }] })
  const explained = await called('explain_filter', 'list=changes', 'query=risk = hgh')
  expect(explained).toMatchObject({ content: [{ text: expect.stringContaining('takes low, moderate, high') }] })
})
