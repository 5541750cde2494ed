import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '#e2e/support/credentials.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { projectDir } from '#e2e/support/server-process.ts'

test.describe('writes to pages', () => {
  test('are two forms, and no server actions', () => {
    const found = globSync('{app,components,lib,server}/**/*.{ts,tsx}', { cwd: projectDir }).filter((file) =>
      /^\s*['"]use server['"]/m.test(readFileSync(join(projectDir, file), 'utf8')),
    )
    expect(found).toEqual([])
  })

  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    {},
  ]

  test('of another origin are rejected', async ({ world }) => {
    const home = world.production
    const { cookie } = await openSession('viewer')
    for (const path of ['/sign-out', '/users', '/unsubscribe/none/confirm', '/sign-in', '/no-such-page']) {
      for (const headers of foreign) {
        const response = await fetch(`${home}${path}`, { method: 'POST', headers: { ...headers, cookie }, body: 'x' })
        expect(response.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
        expect((await response.json()).error.code).toBe('csrf_rejected')
        expect(response.headers.getSetCookie()).toEqual([])
      }
    }
    expect((await fetch(`${home}/api/app/v1/session`, { headers: { cookie } })).status).toBe(200)
  })

  test('that no page sends are rejected, as calls of actions too', async ({ world }) => {
    const home = world.production
    const { cookie } = await openSession('viewer')
    const own = { cookie, 'sec-fetch-site': 'same-origin', origin: home }
    for (const path of ['/users', '/unsubscribe/none', '/sign-in', '/no-such-page']) {
      for (const [method, body] of [
        ['POST', '["a"]'],
        ['PUT', 'x'],
        ['DELETE', null],
      ] as const) {
        const headers = { ...own, 'next-action': '0'.repeat(42), 'content-type': 'text/plain;charset=UTF-8' }
        const response = await fetch(`${home}${path}`, { method, headers, body })
        expect(response.status, `${method} ${path}`).toBe(405)
        expect(response.headers.get('allow')).toBe('GET, HEAD')
        expect((await response.json()).error.code).toBe('method_not_allowed')
      }
    }
  })

  test('of the own origin sign out', async ({ world }) => {
    const home = world.production
    const { cookie } = await openSession('viewer')
    const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: home }
    const response = await fetch(`${home}/sign-out`, { method: 'POST', headers, redirect: 'manual' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/sign-in')
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/hindsight\.session=;.*Max-Age=0/)])
    expect((await fetch(`${home}/api/app/v1/session`, { headers: { cookie } })).status).toBe(401)
  })
})
