import { randomUUID } from 'node:crypto'
import { getChange, listChanges } from '#lib/contracts/changes.ts'
import { getIncident, listIncidents } from '#lib/contracts/incidents.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { type CallApi, expect, expectError, test } from './call-api.ts'

const itsm = '/api/itsm/v1'
const inQuery = (expression: string) => encodeURIComponent(expression)

/** A change of the demo data for each test, so that no two tests write to the same one. */
const changeFor = (index: number) => `CHG${String(30_010 + index).padStart(7, '0')}`

test.describe('changes', () => {
  test('a change is the bare object with an ETag of its version', async ({ call, tokens }) => {
    const ask = () =>
      call('GET', `${itsm}/changes/CHG0030001`, { token: tokens.itsm.read, headers: { 'accept-encoding': 'gzip' } })
    await ask()
    const response = await ask()
    expect(response.status).toBe(200)
    // Writes may use its ETag, which is that of the text as it is, also once the response is cached.
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(getChange.response.strict().parse(response.json).number).toBe('CHG0030001')
    expect(response.headers.get('etag')).toMatch(/^"v\d+"$/)
  })

  test('an unknown change is a 404 that names it', async ({ call, tokens }) => {
    const path = `${itsm}/changes/CHG9999999`
    expectError(await call('GET', path, { token: tokens.itsm.read }), 404, 'not_found', /CHG9999999/)
    expectError(await call('PATCH', path, { token: tokens.itsm.write, body: {} }), 404, 'not_found')
  })

  for (const [index, contentType] of ['application/json', 'application/merge-patch+json'].entries()) {
    test(`PATCH as ${contentType} writes the review fields, null clears them`, async ({ call, tokens }) => {
      const path = `${itsm}/changes/${changeFor(index)}`
      const headers = { 'content-type': contentType }
      const before = await call('GET', path, { token: tokens.itsm.read })
      for (const outcome of reviewOutcomes) {
        const body = {
          pir_completed: true,
          pir_reference: 'PIR-2026-7777',
          pir_outcome: outcome,
          pir_date: '2026-02-28',
        }
        const written = await call('PATCH', path, { token: tokens.itsm.write, headers, body })
        expect(written.status, written.text).toBe(200)
        expect(written.json).toMatchObject(body)
        expect((await call('GET', path, { token: tokens.itsm.read })).json).toEqual(written.json)
      }
      const nothing = { pir_completed: null, pir_reference: null, pir_outcome: null, pir_date: null }
      const cleared = await call('PATCH', path, { token: tokens.itsm.write, headers, body: nothing })
      expect(cleared.json).toMatchObject({ ...nothing, pir_completed: false })
      const { pir_completed, pir_reference, pir_outcome, pir_date } = before.json
      const restored = await call('PATCH', path, {
        token: tokens.itsm.write,
        headers,
        body: { pir_completed, pir_reference, pir_outcome, pir_date },
      })
      expect({ ...restored.json, updated_at: null }).toEqual({ ...before.json, updated_at: null })
    })
  }

  test('of two writers with the same version exactly one succeeds', async ({ call, tokens }) => {
    const path = `${itsm}/changes/${changeFor(3)}`
    for (let round = 0; round < 5; round += 1) {
      const etag = (await call('GET', path, { token: tokens.itsm.read })).headers.get('etag') ?? ''
      const responses = await Promise.all(
        Array.from({ length: 8 }, () =>
          call('PATCH', path, {
            token: tokens.itsm.write,
            headers: { 'if-match': etag },
            body: { pir_reference: `PIR-${randomUUID()}` },
          }),
        ),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)])
      for (const response of responses.filter(({ status }) => status === 412))
        expectError(response, 412, 'precondition_failed')
    }
  })

  test('the list is newest first, complete, and can be paged', async ({ call, tokens, baseURL }) => {
    const all = await call('GET', `${itsm}/changes`, { token: tokens.itsm.read })
    const { result, total_count } = listChanges.response.parse(all.json)
    expect(result.length).toBe(Math.min(1000, total_count))
    const created = result.map((change) => change.created_at)
    expect(created).toEqual(created.toSorted().reverse())
    const page = await call('GET', `${itsm}/changes?limit=10&page=2`, { token: tokens.itsm.read })
    expect(page.json.result.map((change: { number: string }) => change.number)).toEqual(
      result.slice(10, 20).map((change) => change.number),
    )
    expect(page.headers.get('link')).toContain(`<${baseURL}/api/itsm/v1/changes?limit=10&page=1>; rel="first"`)
    expect(page.headers.get('link')).toContain('rel="next"')
  })
})

test.describe('incidents', () => {
  const listNumbers = async (call: CallApi, token: string, expression: string) => {
    const response = await call('GET', `${itsm}/incidents?query=${inQuery(expression)}`, { token })
    expect(response.status, response.text).toBe(200)
    const { result, total_count } = listIncidents.response.parse(response.json)
    expect(total_count).toBe(result.length)
    return result.map((incident) => incident.number)
  }

  test('the expression of the specification combines related_change, opened_at and affected_service', async ({
    call,
    tokens,
  }) => {
    const all = listIncidents.response.parse(
      (await call('GET', `${itsm}/incidents`, { token: tokens.itsm.read })).json,
    ).result
    const linked = all.find((incident) => incident.related_change !== null)
    if (!linked?.affected_service) throw new Error('The demo data has no incident linked to a change and a service.')
    const found = await listNumbers(
      call,
      tokens.itsm.read,
      `related_change = "${linked.related_change}" OR (opened_at >= "${linked.opened_at}" AND affected_service = ${linked.affected_service})`,
    )
    const expected = all.filter(
      (incident) =>
        incident.related_change === linked.related_change ||
        (incident.opened_at >= linked.opened_at && incident.affected_service === linked.affected_service),
    )
    expect(found).toEqual(expected.map((incident) => incident.number))
  })

  test('GET returns one incident as the list has it, and 404 for an unknown number', async ({ call, tokens }) => {
    const token = tokens.itsm.read
    const [listed] = (await call('GET', `${itsm}/incidents?limit=1`, { token })).json.result
    const found = await call('GET', `${itsm}/incidents/${listed.number}`, { token })
    expect(getIncident.response.parse(found.json)).toEqual(listed)
    const etag = found.headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag }
    expect((await call('GET', `${itsm}/incidents/${listed.number}`, { token, headers })).status).toBe(304)
    expectError(await call('GET', `${itsm}/incidents/INC-none`, { token }), 404, 'not_found', /incident INC-none/)
  })
})
