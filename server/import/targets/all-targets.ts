import type { ImportKind } from '#lib/contracts/import-values.ts'
import { articles } from './articles.ts'
import { changes } from './changes.ts'
import { improvements } from './improvements.ts'
import { incidents } from './incidents.ts'
import { oldReviews } from './old-reviews.ts'
import { products } from './products.ts'
import type { Target } from './target.ts'
import { users } from './users.ts'

export const allTargets: Readonly<Record<ImportKind, Target>> = {
  ...{ users, products, changes, incidents, articles },
  ...{ reviews: oldReviews, improvements },
}
