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

  test('sorts by each field', async ({ call, tokens }) => {
    for (const field of ['id', 'email', 'created_at']) {
      const { json } = await call('GET', `${base}/users?limit=100&sort=${field}`, { token: tokens.resources.read })
      const values = json.data.map((user: Record<string, string>) => user[field])
      expect(values).toEqual(values.toSorted())
    }
  })

  test('returns an empty page past the end, with links', async ({ call, tokens }) => {
    const response = await call('GET', `${base}/users?page=1000000`, { token: tokens.resources.read })
    expect(response.status).toBe(200)
    expect(response.json.data).toEqual([])
    expect(response.json.meta.total).toBeGreaterThan(0)
    expect(response.headers.get('link')).toMatch(/rel="first".*rel="prev".*rel="last"/)
    expect(response.headers.get('link')).not.toMatch(/rel="next"/)
  })

  test('rejects an invalid parameter by its name', async ({ call, tokens }) => {
    for (const query of ['page=0', 'page=1.5', 'page=abc', 'page=', 'limit=101', 'limit=1e2', 'sort=', 'colour=red']) {
      const [field] = query.split('=')
      const response = await call('GET', `${base}/users?${query}`, { token: tokens.resources.read })
      expectError(response, 400, 'invalid_parameter', new RegExp(`^${field} `))
      expect(response.json.error.details[0]).toMatchObject({ field, in: 'query' })
    }
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

  test('rejects an invalid filter by its name', async ({ call, tokens }) => {
    for (const query of ['min_price=10&max_price=5', 'min_price=-1', 'max_price=1e3', 'category=', 'sort=price']) {
      const response = await call('GET', `${base}/products?${query}`, { token: tokens.resources.read })
      expectError(response, 400, 'invalid_parameter', new RegExp(`^${query.split('=')[0]} `))
    }
  })
})
