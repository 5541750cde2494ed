import type { ImportKind } from '#lib/contracts/import-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'

const labels: Readonly<Partial<Record<ImportKind, string>>> = {
  reviews: 'Old reviews',
  improvements: 'Improvement actions',
}

const labelsByKind: Readonly<Record<ImportKind, { readonly hint: string; readonly href: string }>> = {
  users: {
    hint: 'The directory of people. Import it first, so that names in changes are recognised.',
    href: pagePaths.users,
  },
  products: { hint: 'The products on offer.', href: pagePaths.products },
  changes: { hint: 'Change records with plan, window and state.', href: pagePaths.changes },
  incidents: { hint: 'Incident records, linked to the changes that caused them.', href: pagePaths.incidents },
  articles: {
    hint: 'Knowledge articles and post-mortems: a file, several Markdown files, or a folder of them.',
    href: pagePaths.knowledge,
  },
  reviews: {
    hint: 'Results of reviews from another tool: number of the change, outcome, reference, date.',
    href: pagePaths.changes,
  },
  improvements: { hint: 'Actions from earlier reviews, with owner and due date.', href: pagePaths.improvements },
  accounts: {
    hint: 'People who may sign in: name, e-mail address and role (viewer, auditor, reviewer, manager or admin). You invite them once they are imported.',
    href: pagePaths.accounts,
  },
}

export const getKindLabel = (kind: ImportKind): string => labels[kind] ?? humaniseKey(kind)
export const getKindHint = (kind: ImportKind): string => labelsByKind[kind].hint
/** Path of the page that lists the records of a kind. */
export const kindHref = (kind: ImportKind): string => labelsByKind[kind].href
