import { expect, test } from 'vitest'
import { Product } from '#lib/contracts/products.ts'
import { UserWithProfile } from '#lib/contracts/users.ts'
import { getUser, listUsers } from '#server/people/queries.ts'
import { listProducts } from '#server/products/queries.ts'
import { users } from '#server/schema/directory.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open, context } = provideDatabases()

const person = {
  id: 1,
  firstName: 'Emilia',
  lastName: 'Ørsted',
  email: 'Emilia.Orsted@X.example',
  image: 'https://pictures.example/emilia/128',
  address: { address: '626 Main Street', city: 'Phoenix', country: 'United States' },
  company: { title: 'Sales Manager', address: { city: 'San Francisco' } },
}

test('people in the format of a directory become users', async () => {
  const summary = await importContent(open(), 'users', [person, { ...person, id: 2, image: 'none', email: 'nobody' }])
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect(summary.refusals).toEqual([
    { place: 'record 2 (line 1)', line: 1, reason: 'email must be an e-mail address, such as ada@example.org' },
  ])
  const user = await getUser(context(), '1')
  expect(UserWithProfile.parse(user)).toEqual(user)
  expect(user).toEqual({
    id: '1',
    name: 'Emilia Ørsted',
    email: 'Emilia.Orsted@X.example',
    created_at: '2026-03-01T10:00:00.000Z',
    profile: {
      bio: 'Sales Manager',
      location: 'Phoenix, United States',
      avatar_url: 'https://pictures.example/emilia/128',
    },
  })
})

test('a directory marks people who left, and a file without that column changes no mark', async () => {
  const states = () => context().db.select({ isActive: users.isActive }).from(users).orderBy(users.id)
  await importContent(open(), 'users', 'id,name,email,active\n1,Zoe,z@x.example,no\n2,Adam,a@x.example,\n')
  expect(await states()).toEqual([{ isActive: false }, { isActive: true }])
  await importContent(open(), 'users', 'id,name,email\n1,Zoe B,z@x.example\n')
  expect(await states()).toEqual([{ isActive: false }, { isActive: true }])
})

test('names sort ignoring case and accents', async () => {
  await importContent(open(), 'users', 'id,name,email\n1,Zoe,z@x.example\n2,Ébert,e@x.example\n3,adam,a@x.example\n')
  const { rows } = await listUsers(context(), { page: 1, limit: 10, sort: 'name' })
  expect(rows.map(({ name }) => name)).toEqual(['adam', 'Ébert', 'Zoe'])
})

test('an invalid picture is left empty, and the person is imported', async () => {
  const summary = await importContent(open(), 'users', 'id,name,email,photo\n1,Ada,a@x.example,photo.jpg\n')
  expect(summary.inserted).toBe(1)
  expect(summary.remarks).toEqual([
    'avatar_url ("photo") is left empty where it cannot be read (1 row, such as must be an http or https address).',
  ])
})

test('prices of products are exact', async () => {
  const rows = [
    'sku;title;category;price;description',
    'a;Pen;Office;"1.234,50";"Two\nlines"',
    'b;Ink;Office;€ 9.99;=HYPERLINK("x")',
    'c;Pad;;0;',
    'd;Cup;Office;9.999;',
    'e;Mug;Office;-1;',
  ]
  const summary = await importContent(open(), 'products', rows.join('\n'))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 3, refused: 2 })
  expect(summary.refusals.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
    'line 6: price: "9.999" is either 9999 or has three decimals: write 9999.00',
    'line 7: price: must not be negative',
  ])
  const { rows: products } = await listProducts(context(), { page: 1, limit: 10 })
  for (const product of products) expect(Product.parse(product)).toEqual(product)
  expect(products).toEqual([
    { id: 'a', name: 'Pen', description: 'Two\nlines', price: 1234.5, category: 'Office' },
    { id: 'b', name: 'Ink', description: '=HYPERLINK("x")', price: 9.99, category: 'Office' },
    { id: 'c', name: 'Pad', description: '', price: 0, category: 'Uncategorised' },
  ])
})

test('a second row for a record is rejected and the first counts', async () => {
  const rows = 'id,name,price\na,Pen,1\nb,Ink,2\na,Pencil,3\na,Crayon,4\n'
  const summary = await importContent(open(), 'products', rows)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 2, refused: 2 })
  expect(summary.refusals).toEqual([
    { place: 'line 4', line: 4, reason: 'repeats the id of line 2' },
    { place: 'line 5', line: 5, reason: 'repeats the id of line 2' },
  ])
  const { rows: products } = await listProducts(context(), { page: 1, limit: 10 })
  expect(products.map(({ name }) => name)).toEqual(['Pen', 'Ink'])
  expect(pickCounts(await importContent(open(), 'products', rows))).toEqual({ ...noCounts, unchanged: 2, refused: 2 })
})

test('the mapping can choose the last row', async () => {
  const rows = 'id,name,price\na,Pen,1\na,Pencil,3\n'
  const summary = await importContent(open(), 'products', rows, { mapping: { last_state: true } })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, superseded: 1 })
  expect((await listProducts(context(), { page: 1, limit: 10 })).rows[0]?.name).toBe('Pencil')
})

test('a mapping is applied', async () => {
  const rows = 'Nr;Ting;Pris;Slags;Oprettet\n1;Kop;9,50;K;03/04/26\n2;Krus;?;K;\n'
  const mapping = {
    fields: {
      id: 'Nr',
      name: 'Ting',
      price: { column: 'Pris', default: '1,25' },
      category: { column: 'Slags', values: { k: 'Kitchen' } },
      description: { join: ['Slags', 'Ting'], with: ': ' },
    },
    empty: ['?'],
  }
  expect((await importContent(open(), 'products', rows, { mapping })).inserted).toBe(2)
  expect((await listProducts(context(), { page: 1, limit: 10 })).rows).toEqual([
    { id: '1', name: 'Kop', description: 'K: Kop', price: 9.5, category: 'Kitchen' },
    { id: '2', name: 'Krus', description: 'K: Krus', price: 1.25, category: 'Kitchen' },
  ])
})

test('a date in the format of the mapping is read', async () => {
  const mapping = {
    fields: { created_at: { column: 'Oprettet', format: 'dd/MM/yy HH:mm' } },
    time_zone: 'Europe/Copenhagen',
  }
  const rows = 'id,name,email,Oprettet\n1,Ada,a@x.example,03/04/26 12:00\n2,Eve,e@x.example,2026-04-03\n'
  const summary = await importContent(open(), 'users', rows, { mapping })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect((await getUser(context(), '1')).created_at).toBe('2026-04-03T10:00:00.000Z')
})
