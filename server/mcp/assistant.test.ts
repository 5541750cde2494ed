import { beforeAll, expect, test } from 'vitest'
import { POST } from '#app/mcp/route.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { getReview } from '#server/reviews/queries.ts'
import { createContext, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { connectAssistant, issueToken, mcpAddress, setAssistants } from './testing-assistant.ts'
import { maxAnswer } from './tool.ts'

const database = provideTestDatabase()
let client: Awaited<ReturnType<typeof connectAssistant>>
let token: string

beforeAll(async () => {
  setAssistants(database, { assistants: 'read' })
  token = await issueToken(database, 'read')
  client = await connectAssistant(token)
  for (let at = 1; at <= 60; at += 1) {
    await insertChange(database.db, `CHG${at}`, { title: `Change ${at} ${'x'.repeat(900)}`, risk: 'high' })
  }
  await insertIncident(database.db, 'INC1', null)
  const ctx = createContext(database.db)
  const { reference } = await startReview(ctx, 'CHG1')
  const decisions = [{ incident: 'INC1', decision: 'rejected', reason: 'Before the change' }] as const
  await saveStep(ctx, await getReview(ctx, reference), 'incidents', { decisions: [...decisions] })
})

type ToolAnswer = { text: string; isError: boolean }

async function call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
  expect(structuredContent).toBeUndefined()
  expect(content).toHaveLength(1)
  const [part] = content
  if (part?.type !== 'text') throw new Error('The answer is no text.')
  expect(part.text.length).toBeLessThanOrEqual(maxAnswer)
  return { text: part.text, isError }
}

const post = (headers: Record<string, string>, body: unknown = {}) =>
  POST(
    new Request(mcpAddress, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )

test('lists at most ten tools, each with a schema and the hints of a tool that only reads', async () => {
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(5)
  expect(tools.length).toBeLessThanOrEqual(10)
  for (const { name, annotations, inputSchema, description } of tools) {
    expect(annotations, name).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
    expect(description?.length, name).toBeGreaterThan(40)
  }
  const { inputSchema } = tools.find(({ name }) => name === 'find_changes') ?? {}
  expect(inputSchema?.properties).toMatchObject({
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    query: { type: 'string', description: expect.stringContaining('review_status') },
  })
})

test.each([
  ['find_changes', { query: 'risk = hgh' }, /invalid_filter: query, line 1, column 8: .*very_high/],
  ['find_changes', { query: 'rsk = high' }, /There is no field "rsk"; did you mean risk\?/],
  [
    'find_changes',
    { limit: 500, colour: 'red' },
    /invalid_parameter: limit must be .* from 1 to 50 \(and 1 more: colour\)/,
  ],
  ['review_dossier', {}, /invalid_parameter: number is required/],
  ['review_dossier', { number: 'CHG2' }, /not_found: The review of CHG2 is not started/],
  ['why_incident_linked', { number: 'INC9' }, /not_found: There is no incident INC9/],
])('%s says what is wrong with %j', async (name, args, message) => {
  const { text, isError } = await call(name, args)
  expect(isError).toBe(true)
  expect(text).toMatch(message)
})

test('each call is in the history of the token, with its arguments', async () => {
  await database.db.delete(auditEvents)
  await call('find_changes', { query: 'risk = high' })
  await call('find_changes', { query: `number = "${'x'.repeat(2000)}"` })
  const entries = await readRows(database.db, auditEvents, { actionName: 'asked' })
  expect(entries).toHaveLength(2)
  expect(entries[0]).toMatchObject({
    actorKind: 'token',
    actorName: 'Assistant read',
    entityType: 'api_token',
    changes: { tool: { to: 'find_changes' }, arguments: { to: '{"query":"risk = high"}' } },
  })
  expect(JSON.stringify(entries[1]?.changes).length).toBeLessThan(1200)
})

test('refuses a caller without a token for assistants', async () => {
  expect((await post({})).status).toBe(401)
  expect((await post({ authorization: 'Bearer hindsight_mcp_wrong' })).status).toBe(401)
  const { createToken } = await import('#server/platform/auth/token-commands.ts')
  const input = { system: 'itsm', scope: 'write', name: 'Sync', expiresAt: null, origin: 'entry' } as const
  const other = await createToken(createContext(database.db), input)
  const refused = await post({ authorization: `Bearer ${other.secret}` })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'insufficient_scope' } })
})

test('refuses a page of another origin, several messages at once, a body that is too large or too deep, and anybody while turned off', async () => {
  const authorization = `Bearer ${token}`
  expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ authorization }, 'x'.repeat(300_000))).status).toBe(413)
  const batch = await post({ authorization }, [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])
  expect([batch.status, await batch.text()]).toEqual([400, expect.stringContaining('one message')])
  const tooDeep = JSON.parse(`${'{"query":'.repeat(500)}1${'}'.repeat(500)}`)
  const deep = await post({ authorization }, { method: 'tools/call', params: { arguments: tooDeep } })
  expect([deep.status, await deep.text()]).toEqual([400, expect.stringContaining('more than 64 levels')])
  setAssistants(database, { assistants: 'off' })
  const response = await post({ authorization })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('turned off') } })
})
