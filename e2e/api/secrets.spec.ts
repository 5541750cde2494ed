import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLeaks } from '#e2e/support/recorded-secrets.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { expect, test } from './call-api.ts'

// The logs of the servers under test are searched for secrets after the last test; these tests check the search.
test.describe('the search for secrets in logs', () => {
  let folder: string
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hindsight-secrets-'))
    writeFileSync(join(folder, 'secrets'), 'a password of a test\n')
    writeFileSync(join(folder, '1.log'), '{"msg":"listening"}\n{"path":"/answers/[secret]","token":"[Redacted]"}\n')
  })
  test.afterEach(() => rmSync(folder, { recursive: true }))

  const random = randomBytes(32).toString('base64url')
  const leaks: readonly (readonly [string, string])[] = [
    ['a secret of a test', 'a password of a test'],
    ['a secret of a test', 'a%20password%20of%20a%20test'],
    ['an API token', `hindsight_itsm_${random}`],
    ['a session', `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${random}`],
    ['a bearer credential', `Bearer ${random}`],
    ['a hashed password', '$argon2id$v=19$m=19456'],
    ['the key of a link', `/answers/${random}`],
    ['the key of a link', `/api/app/v1/unsubscribe/ZGlnZXN0.${random}`],
    ['the password of a database', 'postgresql://hindsight:hidden@db.example/hindsight'],
  ]
  test('finds each kind of secret, and says none', () => {
    expect(findLeaks(folder)).toEqual([])
    for (const [what, leak] of leaks) {
      writeFileSync(join(folder, '2.log'), `leaked: ${leak}`)
      const found = findLeaks(folder).join()
      expect(found, leak).toContain(what)
      expect(found, leak).not.toContain(random)
    }
  })

  test('fails without logs', () => {
    writeFileSync(join(folder, '1.log'), '')
    expect(() => findLeaks(folder)).toThrow('nothing to check')
  })
})

test.describe('in production it does not start', () => {
  const strong = randomBytes(48).toString('base64')
  for (const [name, env, reason] of [
    // Which secrets are refused: server/platform/auth/secret.test.ts.
    ['with a weak secret', { HINDSIGHT_SECRET: 'hidden-word' }, /HINDSIGHT_SECRET is too weak/],
    [
      'without its database',
      { HINDSIGHT_SECRET: strong, DATABASE_URL: 'postgresql://someone:hidden-word@127.0.0.1:1/nowhere' },
      /cannot be used/,
    ],
  ] as const) {
    test(name, async ({ world }) => {
      const start = startServer({ ...world.serverEnv, HINDSIGHT_DEMO: 'false', ...env })
      const fault = await start.then(
        async (server) => {
          await server.stop()
          return 'it started'
        },
        (error: Error) => error.message,
      )
      expect(fault).toMatch(/ended with 1/)
      expect(fault).toMatch(reason)
      expect(fault).not.toContain('hidden-word')
    })
  }
})
