import { type OwnSession, openSession } from '#e2e/support/credentials.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { readWorld } from '#e2e/support/world.ts'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { newId } from '#server/platform/ids.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { notifications } from '#server/schema/notifications.ts'
import { type ApiResponse, type CallApi, expect, expectError, test } from './call-api.ts'

/** A record that belongs to a person and that others may not touch. */
type Belonging = {
  /** Creates it and returns the parameters of its URL. */
  make: (owner: OwnSession, call: CallApi) => Promise<Record<string, string>>
  /** Reads it as its owner; unchanged after every attempt of others. */
  read: (owner: OwnSession, call: CallApi, params: Record<string, string>) => Promise<unknown>
  tries: readonly { by: Role; endpoint: string; body?: AttemptBody; status: number; code: string }[]
}

/** The body, or a function of the sender. */
type AttemptBody = object | ((other: OwnSession) => object)

const makeProof = ({ password }: OwnSession) => ({ current_password: password })

const ask = async (call: CallApi, { cookie }: OwnSession, method: string, path: string, body?: unknown) =>
  call(method, path, { body, headers: { cookie, 'sec-fetch-site': 'same-origin' } })

async function done(pending: Promise<ApiResponse>) {
  const { status, text, json } = await pending
  expect(status, text).toBeLessThan(300)
  return json
}

const makeView = (isShared: boolean) => async (owner: OwnSession, call: CallApi) => {
  const view = { page: 'changes', name: ownWord(), search: '', is_shared: isShared }
  return { id: (await done(ask(call, owner, 'POST', '/api/app/v1/views', view))).id }
}
const readView: Belonging['read'] = async (owner, call, { id }) => {
  const { result } = await done(ask(call, owner, 'GET', '/api/app/v1/views?page=changes'))
  return result.find((view: { id: string }) => view.id === id) ?? 'gone'
}

async function makeReview(owner: OwnSession, call: CallApi): Promise<{ reference: string }> {
  const number = `CHG-${ownWord()}`
  await withDatabase(readWorld(), (db) => insertChange(db, number))
  const { reference } = await done(ask(call, owner, 'POST', `/api/app/v1/changes/${number}/review`, {}))
  return { reference }
}

const belongings: Readonly<Record<string, Belonging>> = {
  'a private view': {
    make: makeView(false),
    read: readView,
    tries: [
      { by: 'reviewer', endpoint: 'deleteSavedView', status: 404, code: 'not_found' },
      { by: 'manager', endpoint: 'deleteSavedView', status: 404, code: 'not_found' },
    ],
  },
  'a view that is shared': {
    make: makeView(true),
    read: readView,
    tries: [
      { by: 'reviewer', endpoint: 'deleteSavedView', status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'deleteSavedView', status: 403, code: 'forbidden' },
    ],
  },
  'a calendar': {
    make: async (owner, call) => {
      const { calendar } = await done(ask(call, owner, 'POST', '/api/app/v1/calendars', { service: ownWord() }))
      return { id: calendar.id }
    },
    read: async (owner, call) => (await done(ask(call, owner, 'GET', '/api/app/v1/calendars'))).result,
    tries: [{ by: 'admin', endpoint: 'revokeCalendar', status: 404, code: 'not_found' }],
  },
  'a notification': {
    make: async ({ email }) => {
      const id = newId('ntf', new Date())
      const at = new Date().toISOString()
      const row = {
        id,
        recipient: email,
        kind: 'comment_added' as const,
        title: 'T',
        body: 'B',
        path: '/',
        createdAt: at,
      }
      await withDatabase(readWorld(), (db) => db.insert(notifications).values(row))
      return { id }
    },
    read: async (owner, call) => (await done(ask(call, owner, 'GET', '/api/app/v1/notifications'))).result,
    tries: [
      { by: 'reviewer', endpoint: 'readNotification', status: 404, code: 'not_found' },
      { by: 'admin', endpoint: 'readNotification', status: 404, code: 'not_found' },
    ],
  },
  'a comment': {
    make: async (owner, call) => {
      const { reference } = await makeReview(owner, call)
      const path = `/api/app/v1/reviews/${reference}/comments`
      return { reference, id: (await done(ask(call, owner, 'POST', path, { body: 'Mine' }))).id }
    },
    read: async (owner, call, { reference }) =>
      (await done(ask(call, owner, 'GET', `/api/app/v1/reviews/${reference}/comments`))).result,
    tries: [
      { by: 'reviewer', endpoint: 'editComment', body: { body: 'Theirs' }, status: 403, code: 'forbidden' },
      { by: 'admin', endpoint: 'editComment', body: { body: 'Theirs' }, status: 403, code: 'forbidden' },
      { by: 'reviewer', endpoint: 'deleteComment', status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'deleteComment', status: 403, code: 'forbidden' },
    ],
  },
  'an account': {
    make: async ({ id }) => ({ id }),
    read: async (owner, call) => (await done(ask(call, owner, 'GET', '/api/app/v1/session'))).account,
    tries: [
      { by: 'reviewer', endpoint: 'updateAccount', body: { is_disabled: true }, status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'updateAccount', body: { role: 'viewer' }, status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'endAccountSessions', status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'inviteAccount', status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'revokeInvitation', status: 403, code: 'forbidden' },
      {
        by: 'manager',
        endpoint: 'changeMyPassword',
        body: { account_id: 'other', current: 'x', password: 'x' },
        status: 400,
        code: 'invalid_parameter',
      },
    ],
  },
  'a session': {
    make: async (owner, call) => {
      const { result } = await done(ask(call, owner, 'GET', '/api/app/v1/sessions'))
      return { id: result[0].id }
    },
    read: async (owner, call) => (await done(ask(call, owner, 'GET', '/api/app/v1/sessions'))).total_count,
    tries: [
      { by: 'reviewer', endpoint: 'endMySession', body: makeProof, status: 404, code: 'not_found' },
      { by: 'admin', endpoint: 'endMySession', body: makeProof, status: 404, code: 'not_found' },
      {
        by: 'admin',
        endpoint: 'endMyOtherSessions',
        body: (other: OwnSession) => ({ ...makeProof(other), account_id: 'other' }),
        status: 400,
        code: 'invalid_parameter',
      },
    ],
  },
  'mail preferences': {
    make: async (owner, call) => {
      await done(ask(call, owner, 'PATCH', '/api/app/v1/mail-preferences', { is_digest_on: false }))
      return {}
    },
    read: async (owner, call) => done(ask(call, owner, 'GET', '/api/app/v1/mail-preferences')),
    tries: [
      {
        by: 'admin',
        endpoint: 'updateMailPreferences',
        body: { email: 'other@hindsight.example', is_digest_on: true },
        status: 400,
        code: 'invalid_parameter',
      },
    ],
  },
  'a token created by an admin': {
    make: async (_, call) => {
      const admin = await openSession(readWorld(), 'admin')
      const body = { name: ownWord(), system: 'itsm', scope: 'read', expires_at: null }
      const { token, secret } = await done(ask(call, admin, 'POST', '/api/app/v1/tokens', body))
      return { id: token.id, secret }
    },
    read: async (_, call, { secret = '' }) =>
      (await call('GET', '/api/itsm/v1/changes?limit=1', { token: secret })).status,
    tries: [
      { by: 'reviewer', endpoint: 'revokeApiToken', status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'revokeApiToken', status: 403, code: 'forbidden' },
      { by: 'manager', endpoint: 'listApiTokens', status: 403, code: 'forbidden' },
    ],
  },
  'a question to a requester': {
    make: async (owner, call) => {
      const { reference } = await makeReview(owner, call)
      const body = { requester: 'viewer@hindsight.example', question: 'Did it work?' }
      const { question } = await done(ask(call, owner, 'POST', `/api/app/v1/reviews/${reference}/questions`, body))
      return { reference, secret: question.id }
    },
    read: async (owner, call, { reference }) =>
      (await done(ask(call, owner, 'GET', `/api/app/v1/reviews/${reference}/questions`))).result,
    tries: [
      {
        by: 'admin',
        endpoint: 'answerRequesterQuestion',
        body: { answer: 'yes', remark: '' },
        status: 404,
        code: 'not_found',
      },
    ],
  },
}

/** Operations on personal data: covered above, or limited to the caller. */
const personal = [
  ...Object.values(belongings).flatMap(({ tries }) => tries.map(({ endpoint }) => endpoint)),
  'getSession',
  'listMySessions',
  'getMailPreferences',
  'listNotifications',
  'readAllNotifications',
  'listSavedViews',
  'createSavedView',
]

/** Operations on records that everybody of the role shares, by the part of the path that names the record. */
const shared: Readonly<Record<string, RegExp>> = {
  'the directory, changes, improvements and articles': /^\/api\/(?:v1|itsm\/v1|docs\/v1)\//,
  'reviews, by the rules of sign-off and assignment': /^\/api\/app\/v1\/(?:changes|incidents|reviews|origins)\//,
  'improvements and insights': /^\/api\/app\/v1\/(?:improvements|insights)\//,
  'the outbox': /^\/api\/app\/v1\/system\//,
  'imports, which managers share': /^\/api\/app\/v1\/(?:imports|import-mappings)\//,
  'connections, which admins share': /^\/api\/app\/v1\/connections\//,
  'webhooks, which admins share': /^\/api\/app\/v1\/webhooks\//,
  'events, whose signature is their own credential': /^\/api\/events\/v1\//,
  'unrecorded changes, which managers share': /^\/api\/app\/v1\/unrecorded-changes\//,
  'attachments, by the rules of what they belong to': /^\/api\/app\/v1\/attachments\//,
  'what laws ask of changes, which managers share': /^\/api\/app\/v1\/controls\//,
  'audits, which managers and auditors share': /^\/api\/app\/v1\/audits\//,
  'the policy': /^\/api\/app\/v1\/policy\//,
  'links that are their own credential': /^\/api\/(?:app\/v1\/unsubscribe|calendars\/v1)\//,
}

test('every operation on a record is classified as personal or shared', () => {
  const undecided = allEndpoints.filter(
    ({ name, params, path }) =>
      params && !personal.includes(name) && !Object.values(shared).some((pattern) => pattern.test(path)),
  )
  expect(undecided.map(({ name }) => name)).toEqual([])
})

for (const [what, { make, read, tries }] of Object.entries(belongings)) {
  test(`others cannot change ${what}`, async ({ call, world }) => {
    const owner = await openSession(world, 'reviewer')
    const params = await make(owner, call)
    const before = await read(owner, call, params)
    for (const { by, endpoint: name, body, status, code } of tries) {
      const endpoint = allEndpoints.find((known) => known.name === name)
      if (!endpoint) throw new Error(`There is no endpoint ${name}.`)
      const other = await openSession(world, by)
      const path = buildEndpointUrl(endpoint, endpoint.params ? { params } : {})
      const sent = typeof body === 'function' ? body(other) : body
      expectError(await ask(call, other, endpoint.method, path, sent), status, code)
      expect(await read(owner, call, params), `${name} by ${by}`).toEqual(before)
    }
  })
}

test('private data of a person is in no list of others', async ({ call, world }) => {
  const owner = await openSession(world, 'reviewer')
  const other = await openSession(world, 'admin')
  const { id } = await makeView(false)(owner, call)
  expect(await readView(owner, call, { id })).toMatchObject({ is_mine: true })
  expect(await readView(other, call, { id })).toBe('gone')
  const { result, unread_count } = await done(ask(call, other, 'GET', '/api/app/v1/notifications'))
  expect({ result, unread_count }).toEqual({ result: [], unread_count: 0 })
})

test('the stored response for a repeated key is returned to its caller only', async ({ call, world }) => {
  const owner = await openSession(world, 'reviewer')
  const other = await openSession(world, 'reviewer')
  const body = { page: 'changes', name: ownWord(), search: '', is_shared: false }
  const key = ownWord()
  const save = ({ cookie }: OwnSession) =>
    call('POST', '/api/app/v1/views', {
      body,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': key },
    })
  const first = await save(owner)
  const second = await save(other)
  const again = await save(owner)
  expect(second.json.id).not.toBe(first.json.id)
  expect(again.json.id).toBe(first.json.id)
})

test('a reviewer cannot take a review from another', async ({ call, world }) => {
  const owner = await openSession(world, 'reviewer')
  const other = await openSession(world, 'reviewer')
  const { reference } = await makeReview(owner, call)
  const body = { reviews: [reference], reviewer: other.email }
  const { results } = await done(ask(call, other, 'POST', '/api/app/v1/reviews/assignments', body))
  expect(results).toMatchObject([{ reference, result: 'refused' }])
})
