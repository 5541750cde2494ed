import { beforeAll, expect, test } from 'vitest'
import { listHistory } from '#lib/contracts/app/history.ts'
import { listPolicyRules } from '#lib/contracts/app/policy.ts'
import { assignReviews } from '#lib/contracts/app/review-bulk.ts'
import { saveReviewStep, startReview } from '#lib/contracts/app/reviews.ts'
import { type Endpoint, type TokenRole, tokenRoles } from '#lib/contracts/endpoint.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertOwed, noor } from '#server/reviews/testing.ts'
import { createAccount } from './account-commands.ts'
import { chooseScope, createToken } from './token-commands.ts'

const database = provideTestRuntime()
const secrets = new Map<TokenRole, string>()
beforeAll(async () => {
  for (const role of tokenRoles) {
    const named = { name: `BI ${role}`, system: 'app', scope: chooseScope(role), role, expiresAt: null } as const
    secrets.set(role, (await createToken(testContext(database.db), { ...named, origin: 'entry' })).secret)
  }
  const account = { email: noor.email, name: noor.name, role: 'reviewer', password: 'correct horse battery' } as const
  await createAccount(testContext(database.db), account)
})

const call = async (role: TokenRole, endpoint: Endpoint, input: Parameters<typeof callRoute>[1] = {}) => {
  const headers = { Authorization: `Bearer ${secrets.get(role)}`, 'Sec-Fetch-Site': 'cross-site' }
  const response = await callRoute(endpoint, { ...input, headers })
  return { status: response.status, json: await response.json() }
}

test('acts with its role, as itself in the history', async () => {
  const reference = await insertOwed(database.db, 'CHG-APP')
  expect((await call('viewer', listPolicyRules)).status).toBe(403)
  expect((await call('reviewer', listPolicyRules)).status).toBe(200)
  const assign = { body: { reviews: [reference], reviewer: noor.email } }
  const refused = await call('reviewer', assignReviews, assign)
  expect(refused.json.results).toMatchObject([{ result: 'refused' }])
  const assigned = await call('manager', assignReviews, assign)
  expect(assigned.json.results, JSON.stringify(assigned.json)).toMatchObject([{ result: 'done' }])
  const history = await call('manager', listHistory, { query: { entity_type: 'review', entity_id: reference } })
  expect(history.json.result[0]).toMatchObject({ actor_kind: 'token', actor_name: 'BI manager' })
  expect((await call('viewer', listHistory)).json.error.message).toMatch(/needs the role manager; .* role viewer/)
})

test('reads as an auditor, writes nothing, and leaves each download in the history', async () => {
  expect((await call('auditor', listHistory)).status).toBe(200)
  expect((await call('auditor', assignReviews, { body: {} })).status).toBe(403)
  const headers = (role: TokenRole) => ({ Authorization: `Bearer ${secrets.get(role)}` })
  const download = (role: TokenRole) =>
    callRoute(listHistory, { query: { format: 'csv', actor: 'Ada' }, headers: headers(role) })
  for (const role of ['auditor', 'manager'] as const) expect((await download(role)).status).toBe(200)
  const { json } = await call('manager', listHistory, { query: { entity_type: 'api_token', action: 'update' } })
  expect(json.result).toMatchObject([
    {
      actor_name: 'BI auditor',
      action_name: 'downloaded',
      changes: { file: { to: 'history.csv' }, address: { to: '/api/app/v1/history?format=csv&actor=Ada' } },
    },
  ])
})

test('does not start a review, however it tries', async () => {
  const reference = await insertOwed(database.db, 'CHG-BEGIN')
  expect((await call('manager', startReview, { params: { number: 'CHG-BEGIN' } })).status).toBe(403)
  const step = { params: { reference, step: 'risk' }, body: { form: { remarks: '' }, version: 0 } }
  expect((await call('manager', saveReviewStep, step)).status).toBeGreaterThanOrEqual(400)
})

test('a token of another system is told which one it needs', async () => {
  const named = { name: 'Export', system: 'itsm', scope: 'read', role: null, expiresAt: null, origin: 'entry' } as const
  const { secret } = await createToken(testContext(database.db), named)
  const refused = await callRoute(listPolicyRules, { headers: { Authorization: `Bearer ${secret}` } })
  expect((await refused.json()).error.message).toBe('The token is for itsm; this needs a token for app.')
})
