import { expect, it } from 'vitest'
import { targetOf } from './target.ts'

it.each([
  '/',
  '/api/v1/users',
  '/api/v1/users?page=2&limit=3',
  '/api/v1/users?',
  '/api/v1/users?a=?b&c=//d',
  '/api/v1/users#here',
  '/api/v1/users?page=2#here?there',
  '/api/v1/users#here?there',
  '/api/v1/users/%2e%2e/é?ü=1',
  '/api/../v1//users',
  '//elsewhere/path',
])('reads the target of %s as a URL does', (target) => {
  for (const host of ['http://127.0.0.1:3000', 'https://[::1]', 'https://hindsight.example']) {
    const request = new Request(`${host}${target}`)
    const { pathname, search } = new URL(request.url)
    expect(targetOf(request)).toEqual({ pathname, search })
  }
})
