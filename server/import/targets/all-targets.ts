import type { ImportKind } from '#lib/contracts/import-values.ts'
import { Product, product } from '#lib/contracts/products.ts'
import { profile, User, user } from '#lib/contracts/users.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { readPrice } from '#server/import/cells/price.ts'
import { readUrl } from '#server/import/cells/text.ts'
import { products as productTable, users as userTable } from '#server/schema/directory.ts'
import { accountTarget } from './accounts.ts'
import { articleTarget } from './articles.ts'
import { changeTarget } from './changes.ts'
import { improvementTarget } from './improvements.ts'
import { incidentTarget } from './incidents.ts'
import { oldReviews } from './old-reviews.ts'
import { toTargetFields } from './record-fields.ts'
import type { Target } from './target.ts'
import { defineTarget, type TargetFields } from './target.ts'

const basePersonFields = toTargetFields({ ...user.fields, ...profile.fields }, userTable)

const personFields = {
  ...basePersonFields,
  avatar_url: { ...basePersonFields.avatar_url, read: readUrl, isLenient: true },
  is_active: { ...basePersonFields.is_active, isLenient: true },
  created_at: { ...basePersonFields.created_at, column: { column: userTable.createdAt, absent: 'now' } },
} as const satisfies TargetFields

const userTarget = defineTarget({
  entity: 'users',
  historyName: 'user',
  table: userTable,
  key: 'id',
  fields: personFields,
  exported: User,
  complete: (row) => row,
  columns: [{ column: userTable.nameKey, from: ['name'], value: (row) => foldForSorting(row.name) }],
})

const baseProductFields = toTargetFields(product.fields, productTable)

const productFields = {
  ...baseProductFields,
  price: { ...baseProductFields.price, read: readPrice },
} as const satisfies TargetFields

const productTarget = defineTarget({
  entity: 'products',
  historyName: 'product',
  table: productTable,
  key: 'id',
  fields: productFields,
  exported: Product,
  complete: (row) => row,
})

const targets = {
  accounts: accountTarget,
  users: userTarget,
  products: productTarget,
  changes: changeTarget,
  incidents: incidentTarget,
  articles: articleTarget,
  reviews: oldReviews,
  improvements: improvementTarget,
} satisfies Record<ImportKind, Target>

export const allTargets: Readonly<Record<ImportKind, Target>> = targets

/** The fields of a kind of records. */
export type FieldOf<Kind extends ImportKind> = keyof (typeof targets)[Kind]['fields'] & string
