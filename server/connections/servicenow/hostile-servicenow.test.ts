import { afterEach, expect, test } from 'vitest'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId } from '#e2e/lab/servicenow/tables.ts'
import { drawTraps, type Traps } from '#e2e/lab/servicenow/traps.ts'

let instance: HostileServiceNow

async function start(traps: Partial<Traps> = {}, changes = 40) {
  instance = await startServiceNow(traps)
  fill(instance, { changes, incidents: 4, problems: 2, tasks: 2, articles: 2 })
}

afterEach(() => instance.stop())

const basic = () => `Basic ${Buffer.from(`${instance.account.user}:${instance.account.password}`).toString('base64')}`

async function call(path: string, init: RequestInit = {}) {
  const headers = { authorization: basic(), ...(init.headers as Record<string, string>) }
  const response = await fetch(`${instance.url}${path}`, { ...init, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text).result }
}

const list = (table: string, params: Record<string, string>) =>
  call(`/api/now/table/${table}?${new URLSearchParams(params)}`)

const patch = (id: string, fields: unknown) =>
  call(`/api/now/table/change_request/${id}`, { method: 'PATCH', body: JSON.stringify(fields) })

const first = makeSysId('change_request', 0)

test('a query, its fields and its page follow the documentation', async () => {
  await start()
  const params = {
    sysparm_query: 'numberINCHG0000001,CHG0000002^ORnumber=CHG0000003^NQnumberSTARTSWITHCHG000004^ORDERBYDESCnumber',
    sysparm_fields: 'number,assigned_to.email',
    sysparm_limit: '2',
  }
  const page = await list('change_request', params)
  expect(page.json().map(({ number }: { number: string }) => number)).toEqual(['CHG0000040', 'CHG0000003'])
  expect(page.json()[0]['assigned_to.email']).toMatch(/@example.com$/)
  expect(page.headers.get('x-total-count')).toBe('4')
  expect(page.headers.get('link')).toContain('rel="next"')
})

test('an unknown field in a query falls away, or nothing comes', async () => {
  await start()
  expect((await list('change_request', { sysparm_query: 'u_none=1' })).json()).toHaveLength(40)
  instance.traps.unknownQueryField = 'no rows'
  expect((await list('change_request', { sysparm_query: 'u_none=1' })).json()).toHaveLength(0)
})

test('the limit is applied before the rights, and unreadable fields are left out', async () => {
  await start({ hiddenShare: 0.6, hiddenRun: 10, hiddenFields: ['risk'] })
  const page = await list('change_request', {
    sysparm_query: 'ORDERBYsys_updated_on^ORDERBYsys_id',
    sysparm_limit: '30',
  })
  expect(page.json().length).toBeLessThan(30)
  expect(page.headers.get('x-total-count')).toBe('40')
  expect(page.json()[0]).not.toHaveProperty('risk')
})

test('dates of queries and displayed values follow the zone of the account', async () => {
  await start({ zone: 'Asia/Kolkata', readsQueriesInZone: true, language: 'de' })
  const raw = instance.readRow('change_request', first)?.sys_updated_on ?? ''
  const query = async (time: string) =>
    (await list('change_request', { sysparm_query: `sys_updated_on=${time}` })).json()
  const local = new Date(Date.parse(`${raw.replace(' ', 'T')}Z`) + 19_800_000).toISOString()
  expect(await query(raw)).toEqual([])
  expect(await query(local.slice(0, 19).replace('T', ' '))).toHaveLength(1)
  const shown = await list('change_request', { sysparm_query: `sys_id=${first}`, sysparm_display_value: 'all' })
  expect(shown.json()[0].sys_updated_on).toEqual({ value: raw, display_value: expect.stringMatching(/^\d\d\.\d\d\./) })
})

test('writes count, ignore unknown fields and cut long texts', async () => {
  await start({ unwritableFields: ['correlation_id'] })
  const fields = { review_comments: 'x'.repeat(5000), u_unknown: '1', correlation_id: 'PIR-1', work_notes: 'see there' }
  const written = await patch(first, fields)
  expect(written.status).toBe(200)
  const row = instance.readRow('change_request', first)
  expect(row).toMatchObject({ sys_mod_count: '1', correlation_id: '', review_comments: 'x'.repeat(4000) })
  expect(row).not.toHaveProperty('u_unknown')
  expect([...(instance.tables.sys_journal_field?.rows.values() ?? [])]).toMatchObject([{ value: 'see there' }])
})

test('closing needs a code and notes, and the state to be next', async () => {
  await start()
  instance.writeRow('change_request', { sys_id: first, state: '0' })
  const next = await call(`/api/sn_chg_rest/change/${first}/nextstates`)
  expect(next.json().available_states).toEqual(['3', '-1', '0'])
  expect((await patch(first, { state: '3' })).status).toBe(403)
  await patch(first, { state: '-5' })
  expect(instance.readRow('change_request', first)?.state).toBe('0')
  await patch(first, { state: '3', close_code: 'successful', close_notes: 'done' })
  expect(instance.readRow('change_request', first)?.state).toBe('3')
})

test('another writer edits at the same time, and answers get lost', async () => {
  await start({ otherWriterShare: 1, lostAnswerShare: 1 })
  await expect(patch(first, { review_comments: 'ours' })).rejects.toThrow()
  expect(instance.readRow('change_request', first)?.sys_mod_count).toBe('2')
})

test('it rejects strangers and too many requests, cuts pages and logs requests', async () => {
  await start({ storm: { every: 3, length: 1, retryAfterSeconds: 7 }, maxPageBytes: 500 })
  const stormy = await call('/api/now/table/change_request')
  expect([stormy.status, stormy.headers.get('retry-after')]).toEqual([429, '7'])
  expect((await call('/api/now/table/incident', { headers: { authorization: 'Bearer no' } })).status).toBe(401)
  expect((await call('/api/now/table/change_request')).text).toHaveLength(500)
  expect(instance.requests.mostWithin(60_000)).toBe(3)
})

test('client credentials give a token', async () => {
  await start()
  const { clientId, clientSecret } = instance.account
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const answer = await call('/oauth_token.do', { method: 'POST', body: new URLSearchParams(form) })
  const authorization = `Bearer ${JSON.parse(answer.text).access_token}`
  expect((await call('/api/now/table/problem', { headers: { authorization } })).json()).toHaveLength(2)
})

test('the same seed draws the same traps', async () => {
  await start()
  expect(drawTraps('7')).toEqual(drawTraps('7'))
  expect(drawTraps('7')).not.toEqual(drawTraps('8'))
})
