import { expect, test } from 'vitest'
import { buildPageLinks, makeLinksAbsolute } from './list-result.ts'

const pathname = '/api/v1/products'

/** Reads the URLs by relation, as a client reads them. */
const readLinks = (search: string, page: number, limit: number, total: number) =>
  Object.fromEntries(
    [...buildPageLinks({ pathname, search }, { page, limit, total }).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(
      ([, href = '', relation = '']) => {
        const url = new URL(href, 'http://localhost')
        expect(url.pathname).toBe(pathname)
        return [relation, Object.fromEntries(url.searchParams)]
      },
    ),
  )

test('links the pages that exist, with all other parameters of the request', () => {
  const params = { category: 'Größe & "Maß" <1>', limit: '10' }
  expect(readLinks(`?page=2&${new URLSearchParams(params)}`, 2, 10, 31)).toEqual({
    first: { ...params, page: '1' },
    prev: { ...params, page: '1' },
    next: { ...params, page: '3' },
    last: { ...params, page: '4' },
  })
})

test('becomes absolute on the origin of the caller', () => {
  const response = {
    status: 200,
    headers: { Link: '</api/a?page=1>; rel="first", </api/a?page=2>; rel="last"' },
    body: '',
  }
  expect(makeLinksAbsolute(response, () => 'https://pir.example').headers.Link).toBe(
    '<https://pir.example/api/a?page=1>; rel="first", <https://pir.example/api/a?page=2>; rel="last"',
  )
})
