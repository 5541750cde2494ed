import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '#e2e/support/credentials.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { projectDir } from '#e2e/support/server-process.ts'

/** The server actions of the build, by their ids. */
function builtActions(): Record<string, { filename: string; exportedName: string }> {
  const file = join(projectDir, '.next', 'server', 'server-reference-manifest.json')
  return JSON.parse(readFileSync(file, 'utf8')).node
}

test.describe('server actions', () => {
  test('are the two known ones', () => {
    const found = globSync('{app,components,lib,server}/**/*.{ts,tsx}', { cwd: projectDir }).filter((file) =>
      /^\s*['"]use server['"]/m.test(readFileSync(join(projectDir, file), 'utf8')),
    )
    expect(found.toSorted()).toEqual(['app/(dashboard)/sign-out.ts', 'app/unsubscribe/[token]/submit-unsubscribe.ts'])
  })

  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    {},
  ]

  test('of another origin are rejected, for any action', async ({ world }) => {
    const home = world.production
    const { cookie } = await openSession(world, 'viewer')
    const ids = [...Object.keys(builtActions()), '0'.repeat(42), 'x', '__proto__']
    expect(ids.length).toBeGreaterThanOrEqual(5)
    for (const path of ['/users', '/unsubscribe/none', '/sign-in', '/no-such-page']) {
      for (const headers of foreign) {
        for (const id of ids) {
          const response = await fetch(`${home}${path}`, {
            method: 'POST',
            redirect: 'manual',
            headers: { ...headers, cookie, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' },
            body: '[]',
          })
          expect(response.status, `${path} ${id} ${JSON.stringify(headers)}`).toBe(403)
          expect((await response.json()).error.code).toBe('csrf_rejected')
          expect(response.headers.getSetCookie()).toEqual([])
        }
        const form = new FormData()
        for (const id of ids) form.append(`$ACTION_ID_${id}`, '')
        const response = await fetch(`${home}${path}`, { method: 'POST', headers: { ...headers, cookie }, body: form })
        expect(response.status).toBe(403)
      }
    }
    expect((await fetch(`${home}/api/app/v1/session`, { headers: { cookie } })).status).toBe(200)
  })

  test('trust no submitted value, and cause no server error', async ({ world: { production: home } }) => {
    const own = { 'sec-fetch-site': 'same-origin', origin: home }
    for (const id of Object.keys(builtActions())) {
      for (const body of ['[]', '["none"]', '[null]', '[{"a":1}]', '[["none"]]', '["\\u0000"]']) {
        const response = await fetch(`${home}/unsubscribe/none`, {
          method: 'POST',
          redirect: 'manual',
          headers: { ...own, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' },
          body,
        })
        expect(response.status, `${builtActions()[id]?.exportedName} ${body}`).toBeLessThan(500)
      }
    }
  })

  test('that no page sends are rejected before the framework reports them as failures', async ({ world }) => {
    const home = world.production
    const { cookie } = await openSession(world, 'viewer')
    const multipart = 'multipart/form-data; boundary=x'
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`
    const calls = [undefined, 'deadbeef', ...Object.keys(builtActions())].flatMap((id) => [
      { id, type: multipart, body: 'garbage' },
      { id, type: 'multipart/form-data', body: 'garbage' },
      ...(id === undefined
        ? []
        : [
            { id, type: 'text/plain;charset=UTF-8', body: '{{{garbage' },
            { id, type: 'application/json', body: '{"a":1}' },
            { id, type: multipart, body: '--x--' },
            { id, type: multipart, body: field('0', '["$F1"]') },
            { id, type: multipart, body: field('0', '["$@1"]') },
          ]),
    ])
    for (const path of ['/users', '/unsubscribe/none', '/sign-in', '/no-such-page']) {
      for (const { id, type, body } of calls) {
        const response = await fetch(`${home}${path}`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            cookie,
            'sec-fetch-site': 'same-origin',
            origin: home,
            'content-type': type,
            ...(id === undefined ? {} : { 'next-action': id }),
          },
          body,
        })
        expect(response.status, `${path} ${id} ${type} ${body}`).toBe(400)
        expect((await response.json()).error.code).toBe('invalid_request')
      }
    }
  })

  test('with an unknown name are not found, and cause no server error', async ({ world }) => {
    const home = world.production
    const { cookie } = await openSession(world, 'viewer')
    for (const id of ['0'.repeat(42), 'x', '__proto__', 'constructor', 'deadbeef']) {
      const response = await fetch(`${home}/users`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, 'next-action': id, 'sec-fetch-site': 'same-origin', origin: home },
        body: '[]',
      })
      expect(response.status, id).toBeLessThan(500)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})

test('a long list of values for an action is rejected', async ({ world }) => {
  for (const length of [9, 5_001]) {
    const response = await fetch(`${world.production}/unsubscribe/x.y`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'next-action': '0'.repeat(42), 'content-type': 'text/plain' },
      body: JSON.stringify(Array(length).fill('a')),
    })
    expect(response.status).toBe(400)
  }
})

test('a write with another origin than its host is rejected, even if it claims to be same-origin', async ({
  world,
}) => {
  for (const origin of ['https://evil.example', 'null', '[']) {
    const response = await fetch(`${world.production}/sign-in`, {
      method: 'POST',
      headers: { origin, 'sec-fetch-site': 'same-origin', 'next-action': '0'.repeat(42), 'content-type': 'text/plain' },
      body: '[]',
    })
    expect(response.status, origin).toBe(403)
    expect((await response.json()).error.code).toBe('csrf_rejected')
  }
})
