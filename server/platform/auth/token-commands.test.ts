import { describe, expect, test } from 'vitest'
import { NewApiToken } from '#lib/contracts/app/api-tokens.ts'
import { tokenSystems } from '#lib/contracts/endpoint.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { apiTokens } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { verifyToken } from './token-caller.ts'
import { createApiToken, createToken, revokeApiToken } from './token-commands.ts'
import { cutTokenHint, listApiTokens, newTokenSecret } from './token-queries.ts'

const all = { page: 1, limit: 100 }

const database = provideTestRuntime()

const ctx = (now = testNow) => testContext(database.db, testPerson('admin'), now)
const input = { name: 'Change sync', system: 'itsm', scope: 'write', expires_at: null } as const
const listHistory = (id: string) => readRows(database.db, auditEvents, { entityId: id })

describe('createApiToken', () => {
  test('returns the secret once and stores its hash', async () => {
    const { secret, token } = await createApiToken(ctx(), input)
    expect(secret).toMatch(/^hindsight_itsm_[\w-]{43}$/)
    expect(token).toEqual({
      ...input,
      role: null,
      id: expect.stringMatching(/^tok_/),
      hint: secret.slice(0, 'hindsight_itsm_'.length + 4),
      created_by: 'Test admin',
      created_at: '2026-03-10T12:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    })
    const stored = JSON.stringify([
      await readRows(database.db, apiTokens, { id: token.id }),
      await listHistory(token.id),
    ])
    expect(stored).not.toContain(secret)
    expect(await verifyToken(secret, testNow)).toMatchObject({ id: token.id })
  })

  test('creates a service account with a role', async () => {
    const app = { name: 'Our BI', system: 'app', role: 'viewer', expires_at: null } as const
    const { secret, token } = await createApiToken(ctx(), app)
    expect(token).toMatchObject({ system: 'app', role: 'viewer', scope: 'read' })
    expect(await verifyToken(secret, testNow)).toMatchObject({ role: 'viewer' })
    expect((await listHistory(token.id))[0]?.changes).toMatchObject({ role: { from: null, to: 'viewer' } })
  })

  test.each([
    [{ system: 'app' }, 'role'],
    [{ system: 'app', role: 'admin' }, 'role'],
    [{ system: 'app', role: 'viewer', scope: 'read' }, 'scope'],
    [{ system: 'itsm' }, 'scope'],
    [{ system: 'itsm', scope: 'read', role: 'viewer' }, 'role'],
  ])('rejects %j', (access, field) => {
    const parsed = NewApiToken.safeParse({ name: 'Our BI', expires_at: null, ...access })
    expect(parsed.error?.issues[0]?.path).toEqual([field])
  })

  test.each(['2026-03-10T12:00:00Z', '2026-03-10T11:59:59.999Z', '0001-01-01T00:00:00Z'])(
    'rejects an expiry that is not in the future: %s',
    async (expires_at) => {
      await expect(createApiToken(ctx(), { ...input, expires_at })).rejects.toMatchObject({
        code: 'invalid_parameter',
        details: [{ field: 'expires_at', in: 'body' }],
      })
    },
  )
})

test('revokeApiToken keeps the time of the first revocation and writes one history entry', async () => {
  const { token } = await createApiToken(ctx(), input)
  await revokeApiToken(ctx(), token.id)
  await revokeApiToken(ctx(new Date('2026-03-11T00:00:00Z')), token.id)
  const { rows } = await listApiTokens(ctx(), all)
  expect(rows.find(({ id }) => id === token.id)?.revoked_at).toBe('2026-03-10T12:00:00.000Z')
  expect((await listHistory(token.id)).map(({ action }) => action).toSorted()).toEqual(['create', 'update'])
})

describe('listApiTokens', () => {
  test('lists all tokens, newest first, without hash and secret', async () => {
    const { token, secret } = await createToken(ctx(new Date('2027-01-01T00:00:00Z')), {
      name: 'Newest',
      system: 'docs',
      scope: 'read',
      expiresAt: null,
      origin: 'entry',
    })
    const { rows, total } = await listApiTokens(ctx(), all)
    expect(rows[0]).toEqual(token)
    expect(total).toBe(rows.length)
    expect(rows.map(({ created_at }) => created_at)).toEqual(
      rows
        .map(({ created_at }) => created_at)
        .toSorted()
        .reverse(),
    )
    expect(JSON.stringify(rows)).not.toMatch(/[0-9a-f]{64}/)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('lists tokens of one state in pages and counts each state', async () => {
    await database.db.delete(apiTokens)
    const input = { system: 'docs', scope: 'read', origin: 'entry' } as const
    const add = async (name: string, expiresAt: string | null) =>
      (await createToken(ctx(), { ...input, name, expiresAt })).token.id
    await add('eternal', null)
    await add('still good', '2026-03-11T00:00:00.000Z')
    await add('over', '2026-03-10T12:00:00.000Z')
    await revokeApiToken(ctx(), await add('revoked and over', '2026-03-09T00:00:00.000Z'))
    const names = async (query: Parameters<typeof listApiTokens>[1]) => {
      const { rows, total, counts } = await listApiTokens(ctx(), query)
      expect(counts).toEqual({ active: 2, expired: 1, revoked: 1 })
      return [rows.map(({ name }) => name), total]
    }
    expect(await names({ ...all, state: 'active' })).toEqual([['still good', 'eternal'], 2])
    expect(await names({ ...all, state: 'expired' })).toEqual([['over'], 1])
    expect(await names({ ...all, state: 'revoked' })).toEqual([['revoked and over'], 1])
    expect(await names({ page: 2, limit: 3 })).toEqual([['eternal'], 4])
  })
})

test.each(tokenSystems)('a token for %s has 256 random bits after a prefix', (system) => {
  const secrets = Array.from({ length: 200 }, () => newTokenSecret(system))
  for (const secret of secrets) expect(secret).toMatch(new RegExp(`^hindsight_${system}_[A-Za-z0-9_-]{43}$`))
  expect(new Set(secrets).size).toBe(200)
})

test('a hint has the prefix and four characters, even if the random part contains `_`', () => {
  expect(cutTokenHint('hindsight_itsm_ab_d-fgh_ijklmnop_qrstuvwxyz')).toBe('hindsight_itsm_ab_d')
})
