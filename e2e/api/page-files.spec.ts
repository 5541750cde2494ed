import { request } from 'node:http'
import { expect } from 'playwright/test'
import { test } from '#e2e/support/world-fixtures.ts'

type SentFile = { readonly status: number; readonly encoding: string | undefined; readonly length: number }

/** Requests a file as a browser does: `fetch` hides the length of the compressed file. */
const ask = (url: string, headers: Record<string, string>, method = 'GET'): Promise<SentFile> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const { 'content-encoding': encoding, 'content-length': length } = response.headers
      response.resume().on('end', () => {
        resolve({ status: response.statusCode ?? 0, encoding, length: Number(length) })
      })
    })
      .on('error', reject)
      .end()
  })

/** The scripts that a modern browser loads with a page. */
const listScripts = (html: string): string[] =>
  [...html.matchAll(/<script\b[^>]*>/g)].flatMap(([tag]) => {
    const url = / src="([^"]+)"/.exec(tag)?.[1]
    return url === undefined || / nomodule/i.test(tag) ? [] : [url]
  })

test('a script is sent as the caller reads it, whole and for reading only', async ({ world }) => {
  const html = await (await fetch(`${world.production}/sign-in`)).text()
  const url = `${world.production}${listScripts(html)[0]}`
  const plain = await ask(url, {})
  expect(plain).toMatchObject({ status: 200, encoding: undefined })
  expect(await ask(url, { 'accept-encoding': 'gzip' })).toMatchObject({ status: 200, encoding: 'gzip' })
  const best = await ask(url, { 'accept-encoding': 'gzip, br' })
  expect(best).toMatchObject({ status: 200, encoding: 'br' })
  expect(best.length).toBeLessThan(plain.length / 2)
  for (const range of ['bytes=0-9', 'bytes=5-2', 'bytes=99999999-', 'x']) {
    expect(await ask(url, { range })).toEqual(plain)
  }
  expect(await ask(url, {}, 'HEAD')).toMatchObject({ status: 200 })
  expect(await ask(url, {}, 'POST')).toMatchObject({ status: 405 })
  const { headers } = await fetch(url)
  expect(headers.get('cache-control')).toBe('public,max-age=31536000,immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect((await ask(`${world.production}/_next/static/chunks/none.js`, {})).status).toBe(404)
})
