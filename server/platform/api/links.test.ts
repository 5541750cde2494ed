import { expect, it } from 'vitest'
import { pageLinks } from './links.ts'

const pathname = '/api/v1/products'

/** The addresses by relation, as a client reads them. */
const linksOf = (search: string, page: number, limit: number, total: number) =>
  Object.fromEntries(
    [...pageLinks({ pathname, search }, { page, limit, total }).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(
      ([, address = '', relation = '']) => {
        const url = new URL(address, 'http://localhost')
        expect(url.pathname).toBe(pathname)
        return [relation, Object.fromEntries(url.searchParams)]
      },
    ),
  )

it('names the pages that there are, with all else that was asked for', () => {
  const asked = { category: 'Größe & "Maß" <1>', limit: '10' }
  expect(linksOf(`?page=2&${new URLSearchParams(asked)}`, 2, 10, 31)).toEqual({
    first: { ...asked, page: '1' },
    prev: { ...asked, page: '1' },
    next: { ...asked, page: '3' },
    last: { ...asked, page: '4' },
  })
})

it('takes the place of the page that was asked for, however it is written', () => {
  expect(linksOf('?p%61ge=2&&limit=10', 2, 10, 31).next).toEqual({ limit: '10', page: '3' })
})

it('leads back from a page past the end, and neither back nor on where there is one page', () => {
  expect(linksOf('?page=9', 9, 10, 31)).toEqual({ first: { page: '1' }, prev: { page: '4' }, last: { page: '4' } })
  expect(linksOf('', 1, 50, 0)).toEqual({ first: { page: '1' }, last: { page: '1' } })
})
