import { expect, test } from 'vitest'
import { listProducts } from '#lib/contracts/products.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { buildHref, readPageQuery } from './page-query.ts'

test.each([
  [{}, { page: 1, limit: 50 }],
  [
    { page: '3', sort: '-name' },
    { page: 3, limit: 50, sort: '-name' },
  ],
  [{ sort: '\0' }, { page: 1, limit: 50 }],
  [
    { page: 'x', limit: '20', colour: 'red' },
    { page: 1, limit: 20 },
  ],
  [
    { page: ['2', '7'], sort: 'profile' },
    { page: 2, limit: 50 },
  ],
])('the users query of %j is %j', (params, query) => {
  expect(readPageQuery(listUsers.query, params)).toEqual(query)
})

test.each(['a\0b', '\ud800'])('%j, which the API rejects as text, is ignored', (category) => {
  expect(readPageQuery(listProducts.query, { category })).toEqual({ page: 1, limit: 50 })
})

test.each([
  [{ page: 3, sort: 'name' }, { sort: '-name' }, '/users?sort=-name'],
  [{ page: 3, sort: 'name' }, { page: 4 }, '/users?page=4&sort=name'],
  [{ page: 3 }, { page: 1 }, '/users'],
  [{ page: 1, category: 'a&b' }, {}, '/users?category=a%26b'],
])('%j with the changes %j is %s', (query, changes, href) => {
  expect(buildHref('/users', query, changes)).toBe(href)
})
