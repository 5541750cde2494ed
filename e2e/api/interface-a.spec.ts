import { listProducts } from '#lib/contracts/products.ts'
import { getUser, listUsers } from '#lib/contracts/users.ts'
import { expect, expectError, test } from './call-api.ts'

const base = '/api/v1'

test.describe('GET /users', () => {
  test('returns a page with the applied metadata and without profiles', async ({ call, tokens }) => {
    const response = await call('GET', `${base}/users`, { token: tokens.resources.read })
    expect(response.status).toBe(200)
    const { data, meta } = listUsers.response.parse(response.json)
    expect(meta).toMatchObject({ page: 1, limit: 50 })
    expect(data.length).toBe(Math.min(50, meta.total))
    expect(response.json.data[0]).not.toHaveProperty('profile')
    for (const user of data) expect(user.created_at).toMatch(/Z$/)
  })

  test('returns pages that form the whole list, without gaps or duplicates', async ({ call, tokens }) => {
    const whole = await call('GET', `${base}/users?limit=100`, { token: tokens.resources.read })
    const ids: string[] = []
    for (let page = 1; page <= Math.ceil(whole.json.meta.total / 7); page += 1) {
      const response = await call('GET', `${base}/users?limit=7&page=${page}`, { token: tokens.resources.read })
      expect(response.json.meta).toEqual({ total: whole.json.meta.total, page, limit: 7 })
      ids.push(...response.json.data.map((user: { id: string }) => user.id))
    }
    expect(ids.slice(0, 100)).toEqual(whole.json.data.map((user: { id: string }) => user.id))
    expect(new Set(ids).size).toBe(whole.json.meta.total)
  })

  for (const field of ['id', 'name', 'email', 'created_at']) {
    test(`sorts by ${field}; descending is the reverse`, async ({ call, tokens }) => {
      const up = await call('GET', `${base}/users?limit=100&sort=${field}`, { token: tokens.resources.read })
      const down = await call('GET', `${base}/users?limit=100&sort=-${field}`, { token: tokens.resources.read })
      expect(up.json.meta.total).toBeLessThanOrEqual(100)
      expect(down.json.data).toEqual(up.json.data.toReversed())
      const values = up.json.data.map((user: Record<string, string>) => user[field])
      if (field !== 'name') expect(values).toEqual(values.toSorted())
    })
  }

  test('returns an empty page past the end, with links', async ({ call, tokens }) => {
    const response = await call('GET', `${base}/users?page=1000000`, { token: tokens.resources.read })
    expect(response.status).toBe(200)
    expect(response.json.data).toEqual([])
    expect(response.json.meta.total).toBeGreaterThan(0)
    expect(response.headers.get('link')).toMatch(/rel="first".*rel="prev".*rel="last"/)
    expect(response.headers.get('link')).not.toMatch(/rel="next"/)
  })

  for (const [query, field] of [
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=abc', 'page'],
    ['page=', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1e2', 'limit'],
    ['sort=profile', 'sort'],
    ['sort=', 'sort'],
    ['colour=red', 'colour'],
  ] as const) {
    test(`rejects ${query}, naming ${field}`, async ({ call, tokens }) => {
      const response = await call('GET', `${base}/users?${query}`, { token: tokens.resources.read })
      expectError(response, 400, 'invalid_parameter', new RegExp(`^${field} `))
      expect(response.json.error.details[0]).toMatchObject({ field, in: 'query' })
    })
  }

  test('lists the fields that can be sorted by', async ({ call, tokens }) => {
    const response = await call('GET', `${base}/users?sort=bio`, { token: tokens.resources.read })
    expectError(response, 400, 'invalid_parameter', /sort must be one of id, name, email, created_at/)
  })
})

test.describe('GET /users/{id}', () => {
  test('returns one user with the profile', async ({ call, tokens }) => {
    const list = await call('GET', `${base}/users?limit=1`, { token: tokens.resources.read })
    const [first] = list.json.data
    const response = await call('GET', `${base}/users/${first.id}`, { token: tokens.resources.read })
    expect(response.status).toBe(200)
    const { data } = getUser.response.parse(response.json)
    expect(data).toMatchObject(first)
    expect(Object.keys(data.profile).toSorted()).toEqual(['avatar_url', 'bio', 'location'])
  })

  test('returns 404 with the error object for an unknown user', async ({ call, tokens }) => {
    expectError(await call('GET', `${base}/users/nobody`, { token: tokens.resources.read }), 404, 'not_found', /nobody/)
  })

  test('rejects an unknown query parameter by name', async ({ call, tokens }) => {
    const response = await call('GET', `${base}/users/nobody?verbose=1`, { token: tokens.resources.read })
    expectError(response, 400, 'invalid_parameter', /^verbose /)
  })
})

test.describe('GET /products', () => {
  test('filters by exact category and by inclusive prices', async ({ call, tokens }) => {
    const all = await call('GET', `${base}/products?limit=100`, { token: tokens.resources.read })
    const { data } = listProducts.response.parse(all.json)
    const [sample] = data
    if (!sample) throw new Error('There are no products.')
    const query = `category=${encodeURIComponent(sample.category)}&min_price=${sample.price}&max_price=${sample.price}`
    const response = await call('GET', `${base}/products?${query}`, { token: tokens.resources.read })
    expect(response.json.data).toContainEqual(sample)
    for (const product of response.json.data) {
      expect(product).toMatchObject({ category: sample.category, price: sample.price })
    }
    const ids = data.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
  })

  for (const [query, field] of [
    ['min_price=10&max_price=5', 'min_price'],
    ['min_price=-1', 'min_price'],
    ['max_price=cheap', 'max_price'],
    ['max_price=1e3', 'max_price'],
    ['category=', 'category'],
    ['sort=price', 'sort'],
  ] as const) {
    test(`rejects ${query}, naming ${field}`, async ({ call, tokens }) => {
      const response = await call('GET', `${base}/products?${query}`, { token: tokens.resources.read })
      expectError(response, 400, 'invalid_parameter', new RegExp(`^${field} `))
    })
  }

  test('returns an empty list for an unused category', async ({ call, tokens }) => {
    const response = await call('GET', `${base}/products?category=none-such`, { token: tokens.resources.read })
    expect(response.json).toEqual({ data: [], meta: { total: 0, page: 1, limit: 50 } })
  })
})
