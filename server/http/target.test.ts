import { expect, it } from 'vitest'
import { readTarget, targetOfUrl } from './target.ts'

it.each([
  '/',
  '/api/v1/users',
  '/api/v1/users?page=2&limit=3',
  '/api/v1/users?',
  '/api/v1/users?a=?b&c=//d',
  "/api/v1/users?name=O'Brien",
  '/api/v1/users?query=a%20~%20"b"&x=<y>|{z}`^',
  '/api/v1/users#here',
  '/api/v1/users?page=2#here?there',
  '/api/v1/users#here?there',
  '/api/v1/users/%2e%2e/é?ü=1',
  '/api/../v1//users',
  '/api/v1/.',
  '/api/v1/..?a=/../b',
  '/api/v1/users?path=/../x\\y',
  '//elsewhere/path',
])('reads the target of %s as a URL does', (address) => {
  for (const host of ['http://127.0.0.1:3000', 'https://[::1]', 'https://hindsight.example']) {
    const { pathname, search } = new URL(`${host}${address}`)
    expect(readTarget(address)).toEqual({ pathname, search })
    expect(targetOfUrl(`${host}${address}`)).toEqual({ pathname, search })
  }
})

it.each(['', '*', 'api/v1/users', '?page=2', '/api\\v1', 'localhost:3000'])('takes %j for no target', (address) => {
  expect(readTarget(address)).toBeNull()
})
