import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { wordQuarter } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'

type EntityKind = {
  readonly label: string
  /** The noun before the name or number in a sentence, such as “the change”. */
  readonly noun: string
  /** True if people know its records by title or name instead of an identifier. */
  readonly isNamed?: boolean
  /** Words an identifier that people write in another way. */
  readonly wordId?: (id: string) => string
  /** True if there is only one record, which needs no name. */
  readonly isSingle?: boolean
  /** Path of the page of a record; only for admins if `isForAdmins` is set. */
  readonly page?: (id: string) => string
  readonly isForAdmins?: boolean
}

const kinds = {
  change: { label: 'Change', noun: 'the change', page: pagePaths.change },
  user: { label: 'Person', noun: 'the person' },
  product: { label: 'Product', noun: 'the product' },
  import_mapping: { label: 'Mapping of an import', noun: 'the mapping' },
  incident: { label: 'Incident', noun: 'the incident', page: pagePaths.incident },
  review: { label: 'Review', noun: 'the review', page: pagePaths.reviewOf },
  improvement: { label: 'Improvement', noun: 'the action', isNamed: true, page: pagePaths.improvement },
  article: { label: 'Article', noun: 'the article', isNamed: true, page: pagePaths.article },
  /** Only in older entries. */
  article_vote: { label: 'Vote on an article', noun: 'the vote on', isNamed: true, page: pagePaths.article },
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
  connection: {
    label: 'Connection',
    noun: 'the connection',
    isNamed: true,
    page: connectionPaths.one,
    isForAdmins: true,
  },
  webhook: { label: 'Webhook', noun: 'the webhook', isNamed: true, page: webhookPaths.one, isForAdmins: true },
  policy: { label: 'Order of rules', noun: 'the order of the rules', isSingle: true, page: () => pagePaths.policy },
  policy_rule: { label: 'Policy rule', noun: 'the rule', isNamed: true, page: pagePaths.policyRule },
  policy_decision: { label: 'Policy decision', noun: 'the change', page: pagePaths.change },
  reviewer_group: { label: 'Reviewer group', noun: 'the group', isNamed: true, page: () => pagePaths.policy },
  service_reviewer: { label: 'Service reviewer', noun: 'the service', page: () => pagePaths.policy },
  factor: { label: 'Contributing factor', noun: 'the contributing factor', page: () => pagePaths.policy },
  review_check: { label: 'Check', noun: 'the check', page: () => pagePaths.policy },
  holiday: { label: 'Holiday', noun: 'the holiday', page: () => pagePaths.policy },
  settings: {
    label: 'Settings',
    noun: 'the settings',
    isSingle: true,
    page: () => pagePaths.organisation,
    isForAdmins: true,
  },
  mail: { label: 'Mail', noun: 'the mail', page: () => pagePaths.system, isForAdmins: true },
  audit: { label: 'Audit', noun: 'the audit', isNamed: true, page: pagePaths.audit },
  conclusion: {
    label: 'Conclusion of a quarter',
    noun: 'the conclusion of',
    page: pagePaths.quarter,
    wordId: wordQuarter,
  },
  change_model: { label: 'Change model', noun: 'the change model', page: () => pagePaths.standardChanges },
  control: { label: 'Control', noun: 'the requirement', page: () => pagePaths.controls },
  import: { label: 'Import', noun: 'the import' },
  ledger: { label: 'Ledger', noun: 'the ledger', isSingle: true },
} satisfies Readonly<Record<string, EntityKind>>

/** The kinds of records in the history. */
export type EntityType = keyof typeof kinds

/** The kinds by name. Undefined for a kind in older entries that no longer exists. */
export const entityKinds: Readonly<Record<string, EntityKind | undefined>> = kinds
