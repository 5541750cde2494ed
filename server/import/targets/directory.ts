import { Product, product } from '#lib/contracts/products.ts'
import { profile, User, user } from '#lib/contracts/users.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { products as productTable, users as userTable } from '#server/schema/directory.ts'
import { readPrice } from '../cells/price.ts'
import { readUrl } from '../cells/text.ts'
import { importedFields } from './record-fields.ts'
import { defineTarget, type TargetFields } from './target.ts'

const readPerson = importedFields({ ...user.fields, ...profile.fields }, userTable)

const personFields = {
  ...readPerson,
  avatar_url: { ...readPerson.avatar_url, read: readUrl, isLenient: true },
  is_active: { ...readPerson.is_active, isLenient: true },
  created_at: { ...readPerson.created_at, column: { column: userTable.createdAt, absent: 'now' } },
} as const satisfies TargetFields

export const userTarget = defineTarget({
  entity: 'users',
  historyName: 'user',
  table: userTable,
  key: 'id',
  fields: personFields,
  exported: User,
  complete: (row) => row,
  columns: [{ column: userTable.nameKey, from: ['name'], value: (row) => foldForSorting(row.name) }],
})

const readProduct = importedFields(product.fields, productTable)

const productFields = {
  ...readProduct,
  price: { ...readProduct.price, read: readPrice },
} as const satisfies TargetFields

export const productTarget = defineTarget({
  entity: 'products',
  historyName: 'product',
  table: productTable,
  key: 'id',
  fields: productFields,
  exported: Product,
  complete: (row) => row,
})
