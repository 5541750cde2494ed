import type { ImportKind } from '#lib/contracts/import-values.ts'
import { accounts } from './accounts.ts'
import { articles } from './articles.ts'
import { changes } from './changes.ts'
import { products, users } from './directory.ts'
import { improvements } from './improvements.ts'
import { incidents } from './incidents.ts'
import { oldReviews } from './old-reviews.ts'
import type { Target } from './target.ts'

const targets = {
  accounts,
  users,
  products,
  changes,
  incidents,
  articles,
  reviews: oldReviews,
  improvements,
} satisfies Record<ImportKind, Target>

export const allTargets: Readonly<Record<ImportKind, Target>> = targets

/** The fields of a kind of records. */
export type FieldOf<Kind extends ImportKind> = keyof (typeof targets)[Kind]['fields'] & string
