import { inArray } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { getArticleTitle, titleReach } from '#lib/domain/articles/article-title.ts'
import { findPeopleNames } from '#server/people/names.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts, apiTokens } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { audits } from '#server/schema/audits.ts'
import { connections } from '#server/schema/connections.ts'
import { imports } from '#server/schema/imports.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyRules, reviewerGroups } from '#server/schema/policy.ts'
import { requesterQuestions, reviewComments } from '#server/schema/reviews.ts'
import { webhooks } from '#server/schema/webhooks.ts'

type UnnamedEvent = Omit<HistoryEvent, 'names'>
type RecordName = { readonly id: string; readonly name: string }
type NamedKind = {
  readonly entityTypes: readonly string[]
  /** Prefix of the identifiers that Hindsight assigns; an imported record may have another. */
  readonly prefix: string
  /** Field that names such a record by its identifier, whatever its prefix. */
  readonly field?: string
  readonly find: (db: Queryable, ids: string[]) => Promise<RecordName[]>
}

/** Creates a function that finds the names of records in a column of their table. */
const findInColumn =
  (id: PgColumn, name: PgColumn): NamedKind['find'] =>
  async (db, ids) => {
    const rows = await db.select({ id, name }).from(id.table).where(inArray(id, ids))
    return rows as RecordName[]
  }

async function findArticleTitles(db: Queryable, ids: string[]): Promise<RecordName[]> {
  const { id, content } = articles
  const rows = await db.select({ id, content }).from(articles).where(inArray(id, ids))
  return rows.map((row) => ({ id: row.id, name: getArticleTitle(row.content.slice(0, titleReach)) }))
}

const kinds: readonly NamedKind[] = [
  { entityTypes: ['improvement'], prefix: 'imp_', find: findInColumn(improvements.id, improvements.title) },
  { entityTypes: ['import'], prefix: 'import_', find: findInColumn(imports.id, imports.fileName) },
  { entityTypes: ['article', 'article_vote'], prefix: 'kb_', field: 'lesson', find: findArticleTitles },
  { entityTypes: ['account'], prefix: 'acc_', find: findInColumn(accounts.id, accounts.name) },
  { entityTypes: ['api_token'], prefix: 'tok_', find: findInColumn(apiTokens.id, apiTokens.name) },
  { entityTypes: ['connection'], prefix: 'con_', find: findInColumn(connections.id, connections.name) },
  { entityTypes: ['webhook'], prefix: 'whk_', find: findInColumn(webhooks.id, webhooks.name) },
  { entityTypes: ['audit'], prefix: 'aud_', find: findInColumn(audits.id, audits.name) },
  { entityTypes: ['policy_rule'], prefix: 'rule_', find: findInColumn(policyRules.id, policyRules.name) },
  { entityTypes: ['reviewer_group'], prefix: 'grp_', find: findInColumn(reviewerGroups.id, reviewerGroups.name) },
  { entityTypes: ['comment'], prefix: 'cmt_', find: findInColumn(reviewComments.id, reviewComments.reference) },
  {
    entityTypes: ['requester_question'],
    prefix: 'qst_',
    find: findInColumn(requesterQuestions.id, requesterQuestions.reference),
  },
]

const emailPattern = /^[^\s@]+@[^\s@]+$/
const maxIdLength = 128

/** Adds to each entry the names of the people and records that it mentions by e-mail address or identifier. */
export async function attachNames(db: Queryable, events: readonly UnnamedEvent[]): Promise<HistoryEvent[]> {
  const mentioned = events.map(
    (event) => new Set([event.actor_name, event.entity_id, ...getImportId(event), ...listTexts(event.changes)]),
  )
  const texts = new Set(mentioned.flatMap((set) => [...set]))
  const emails = [...texts].filter((text) => emailPattern.test(text))
  const [people, ...records] = await Promise.all([
    findPeopleNames(db, emails),
    ...kinds.map(({ entityTypes, prefix, field = '', find }) => {
      const ids = new Set([
        ...[...texts].filter((text) => text.startsWith(prefix)),
        ...events.flatMap(({ changes }) => listTexts(changes[field]?.to)),
        ...events.flatMap(({ entity_type, entity_id }) => (entityTypes.includes(entity_type) ? [entity_id] : [])),
      ])
      return ids.size === 0 ? [] : find(db, [...ids])
    }),
  ])
  const names = new Map([
    ...emails.flatMap((email) => {
      const name = people.of(email)
      return name === null ? [] : [[email, name] as const]
    }),
    ...records.flat().map(({ id, name }) => [id, name] as const),
  ])
  return events.map((event, index) => ({
    ...event,
    names: Object.fromEntries(
      [...(mentioned[index] ?? [])].flatMap((text) => {
        const name = names.get(text)
        return name === undefined ? [] : [[text, name]]
      }),
    ),
  }))
}

/** The identifier of the import that wrote an entry, or whose undo did; empty for other entries. */
const getImportId = ({ actor_kind, request_id }: UnnamedEvent) =>
  actor_kind === 'import' ? [request_id.replace(/:undo$/, '')] : []

/** Returns the texts in a JSON value that may be an e-mail address or an identifier. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.length <= maxIdLength && !value.includes(' ') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
