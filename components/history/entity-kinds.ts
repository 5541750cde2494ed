import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import type { Piece } from './pieces.ts'

type Kind = {
  label: string
  /** The record in a sentence, before its name or number. */
  noun: string
  /** Whether people know its records by their title or name, not by the identifier. */
  isNamed?: boolean
  /** The page of a record of this kind; only for admins if `isForAdmins`. */
  page?: (id: string) => string
  isForAdmins?: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  change: { label: 'Change', noun: 'the change', page: pagePaths.change },
  user: { label: 'Person', noun: 'the person' },
  product: { label: 'Product', noun: 'the product' },
  import_mapping: { label: 'Mapping of an import', noun: 'the mapping' },
  incident: { label: 'Incident', noun: 'the incident', page: pagePaths.incident },
  review: { label: 'Review', noun: 'the review', page: pagePaths.reviewOf },
  improvement: { label: 'Improvement', noun: 'the action', isNamed: true, page: pagePaths.improvement },
  article: { label: 'Article', noun: 'the article', isNamed: true, page: pagePaths.article },
  article_vote: { label: 'Vote on an article', noun: 'the article', isNamed: true, page: pagePaths.article },
  comment: { label: 'Comment', noun: 'the comment' },
  requester_question: { label: 'Question to a requester', noun: 'the question' },
  saved_view: { label: 'Saved view', noun: 'the saved view', isNamed: true },
  account: {
    label: 'Account',
    noun: 'the account of',
    isNamed: true,
    page: () => pagePaths.accounts,
    isForAdmins: true,
  },
  api_token: {
    label: 'API token',
    noun: 'the API token',
    isNamed: true,
    page: () => pagePaths.tokens,
    isForAdmins: true,
  },
  policy: { label: 'Order of rules', noun: 'the order of the rules', page: () => pagePaths.policy },
  policy_rule: { label: 'Policy rule', noun: 'the rule', isNamed: true, page: pagePaths.policyRule },
  policy_decision: { label: 'Policy decision', noun: 'the change', page: pagePaths.change },
  reviewer_group: { label: 'Reviewer group', noun: 'the group', isNamed: true, page: () => pagePaths.policy },
  service_reviewer: { label: 'Service reviewer', noun: 'the service', page: () => pagePaths.policy },
  holiday: { label: 'Holiday', noun: 'the holiday', page: () => pagePaths.policy },
  settings: { label: 'Settings', noun: 'the settings', page: () => pagePaths.organisation, isForAdmins: true },
  mail: { label: 'Mail', noun: 'the mail', page: () => pagePaths.system, isForAdmins: true },
  import: { label: 'Import', noun: 'the import' },
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

export type Viewpoint = {
  readonly isAdmin: boolean
  /** Identifier of the record whose page shows the history: it is not named or linked again. */
  readonly here?: string
}

export type WordedEvent = Pick<HistoryEvent, 'action' | 'entity_type' | 'entity_id' | 'changes' | 'names'> &
  Partial<Pick<HistoryEvent, 'actor_kind' | 'actor_name' | 'request_id'>>

/** The record of an entry in a sentence: `the review PIR-2026-0042`, `the action “Rehearse”`. */
export function recordPieces(event: WordedEvent, { isAdmin, here }: Viewpoint, noun?: string): Piece[] {
  const kind = kinds[event.entity_type]
  const called = noun ?? kind?.noun ?? `the ${humaniseKey(event.entity_type).toLowerCase()}`
  if (event.entity_id === here) return [called]
  const name = kind?.isNamed ? nameOf(event) : event.entity_id
  if (name === null) return [called]
  const record = kind?.isNamed && event.entity_type !== 'account' ? `“${name}”` : name
  const href = recordHref(event, isAdmin)
  return [`${called} `, href === undefined ? { record } : { record, href }]
}

/** The current name of the record, else the one in the entry. */
function nameOf({ names, entity_id, changes }: WordedEvent): string | null {
  const { from, to } = changes.title ?? changes.name ?? {}
  const name = names[entity_id] ?? to ?? from
  return typeof name === 'string' && name !== '' ? name : null
}
