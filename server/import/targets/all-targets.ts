import type { ImportKind } from '#lib/contracts/import-values.ts'
import { accountTarget } from './accounts.ts'
import { articleTarget } from './articles.ts'
import { changeTarget } from './changes.ts'
import { productTarget, userTarget } from './directory.ts'
import { improvementTarget } from './improvements.ts'
import { incidentTarget } from './incidents.ts'
import { oldReviews } from './old-reviews.ts'
import type { Target } from './target.ts'

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
