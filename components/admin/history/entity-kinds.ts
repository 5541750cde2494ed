import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { humaniseKey } from '#lib/domain/humanise-key.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type Kind = {
  label: string
  /** The page of a record of this kind; only for admins if `isForAdmins`. */
  page?: (id: string) => string
  isForAdmins?: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  change: { label: 'Change', page: pagePaths.change },
  incident: { label: 'Incident' },
  review: { label: 'Review', page: pagePaths.reviewOf },
  improvement: { label: 'Improvement', page: pagePaths.improvement },
  article: { label: 'Article', page: pagePaths.article },
  article_vote: { label: 'Vote on an article' },
  saved_view: { label: 'Saved view' },
  account: { label: 'Account', page: () => pagePaths.accounts, isForAdmins: true },
  api_token: { label: 'API token', page: () => pagePaths.tokens, isForAdmins: true },
  policy: { label: 'Order of rules', page: () => pagePaths.policy },
  policy_rule: { label: 'Policy rule', page: pagePaths.policyRule },
  policy_decision: { label: 'Policy decision', page: pagePaths.change },
  reviewer_group: { label: 'Reviewer group', page: () => pagePaths.policy },
  service_reviewer: { label: 'Service reviewer', page: () => pagePaths.policy },
  holiday: { label: 'Holiday', page: () => pagePaths.policy },
  import: { label: 'Import' },
}

/** The kinds of records in the history, as options. */
export const entityKindOptions = Object.entries(kinds).map(([value, { label }]) => ({ value, label }))

export const entityKindLabel = (kind: string): string => kinds[kind]?.label ?? humaniseKey(kind)

/** The page of the record of an entry, if it has one and still exists. */
export function recordHref(
  { action, entity_type, entity_id }: Pick<HistoryEvent, 'action' | 'entity_type' | 'entity_id'>,
  isAdmin: boolean,
): string | undefined {
  const kind = kinds[entity_type]
  if (action === 'delete' || (kind?.isForAdmins && !isAdmin)) return undefined
  return kind?.page?.(entity_id)
}
