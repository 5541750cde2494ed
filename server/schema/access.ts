import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { historyActions } from '#lib/contracts/app/history.ts'
import type { Role, TokenRole, TokenScope, TokenSystem } from '#lib/contracts/endpoint.ts'
import { codePointText, json, moment, transactionId } from './columns.ts'

/** People who may sign in. A raised `session_version` ends every session of the account. */
export const accounts = pgTable(
  'accounts',
  {
    id: codePointText('id').primaryKey(),
    email: codePointText('email').notNull(),
    name: text('name').notNull(),
    role: codePointText('role').$type<Role>().notNull(),
    /** argon2id in PHC form; null for an account that signs in elsewhere. */
    passwordHash: text('password_hash'),
    /** When a password that someone else set expires; null for one that its owner chose. */
    passwordExpiresAt: moment('password_expires_at'),
    sessionVersion: integer('session_version').notNull().default(1),
    isDisabled: boolean('is_disabled').notNull().default(false),
    /** IANA name; null for the organisation's. */
    timeZone: text('time_zone'),
    /** The user name of the person in other systems; an import resolves `assigned_to` by it. */
    userName: text('user_name'),
    department: text('department'),
    origin: text('origin').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('accounts_email').on(table.email)],
)

/** Invitations that were not accepted yet, one for each account; only the SHA-256 of the secret is stored. */
export const accountInvitations = pgTable('account_invitations', {
  accountId: codePointText('account_id').primaryKey(),
  secretHash: codePointText('secret_hash').notNull(),
  invitedBy: text('invited_by').notNull(),
  invitedAt: moment('invited_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** When people are away, the first and the last day included, and who stands in for them. */
export const absences = pgTable(
  'absences',
  {
    accountId: codePointText('account_id').primaryKey(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    /** Account of the delegate. */
    delegateId: codePointText('delegate_id').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('absences_delegate').on(table.delegateId)],
)

/** The account of a provider's subject: the one that the person had at the first sign-in. */
export const accountIdentities = pgTable(
  'account_identities',
  {
    issuer: codePointText('issuer').notNull(),
    subject: codePointText('subject').notNull(),
    accountId: codePointText('account_id').notNull(),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex('account_identities_account').on(table.accountId, table.issuer),
  ],
)

/** Active sessions, one for each sign-in; an ended session has no row. */
export const sessions = pgTable(
  'sessions',
  {
    id: codePointText('id').primaryKey(),
    accountId: codePointText('account_id').notNull(),
    startedAt: moment('started_at').notNull(),
    /** Exact to a minute. */
    seenAt: moment('seen_at').notNull(),
    /** The browser that signed in, described for the owner of the session; null for an unknown one. */
    browser: text('browser'),
    /** The network address of the sign-in. */
    address: text('address'),
  },
  (table) => [index('sessions_started_at').on(table.startedAt), index('sessions_account').on(table.accountId)],
)

/** Bearer tokens; the secret itself is never stored, only its SHA-256. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: codePointText('id').primaryKey(),
    name: text('name').notNull(),
    system: codePointText('system').$type<TokenSystem>().notNull(),
    scope: codePointText('scope').$type<TokenScope>().notNull(),
    /** The role with which a token for `app` acts; null for the other systems. */
    role: codePointText('role').$type<TokenRole>(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: codePointText('token_hash').notNull(),
    /** The first characters of the token, enough to recognise it. */
    hint: codePointText('hint').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    origin: text('origin').notNull(),
  },
  (table) => [uniqueIndex('api_tokens_hash').on(table.tokenHash)],
)

/** Calendars that programs read without a session: their URL has a secret, and only its SHA-256 is stored. */
export const calendars = pgTable(
  'calendars',
  {
    id: codePointText('id').primaryKey(),
    accountId: codePointText('account_id').notNull(),
    /** The service whose change windows it shows; null for the reviews and actions of its owner. */
    service: text('service'),
    secretHash: codePointText('secret_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Exact to an hour; null before a program has read it. */
    lastReadAt: moment('last_read_at'),
  },
  (table) => [
    uniqueIndex('calendars_secret').on(table.secretHash),
    uniqueIndex('calendars_account').on(table.accountId, sql`coalesce(${table.service}, '')`),
  ],
)

/** Stored responses for a repeated `Idempotency-Key`, by caller and operation, for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: codePointText('caller').notNull(),
    operation: codePointText('operation').notNull(),
    key: codePointText('key').notNull(),
    requestHash: codePointText('request_hash').notNull(),
    status: integer('status'),
    headers: json('headers').$type<Record<string, string>>(),
    body: text('body'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.operation, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)

/**
 * The history: one row for each write. Only an erasure and a retention empty values of a row, and only a restore gives rows
 * other transactions. `changes` holds `{field: {from, to}}`.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: codePointText('id').primaryKey(),
    at: moment('at').notNull(),
    actorKind: codePointText('actor_kind').notNull(),
    actorId: codePointText('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: codePointText('action').$type<(typeof historyActions)[number]>().notNull(),
    /** Which action it was, in `lib/actions`; null in entries of imports, and in older ones. */
    actionName: codePointText('action_name'),
    entityType: codePointText('entity_type').notNull(),
    entityId: codePointText('entity_id').notNull(),
    changes: json('changes').$type<Record<string, { from: unknown; to: unknown }>>().notNull(),
    /** The names in `changes`, whose values may be long; null in rows that were written before there was this column. */
    changedFields: json('changed_fields').$type<string[]>(),
    requestId: codePointText('request_id').notNull(),
    /** The transaction that wrote it: the feed of events returns only what no running transaction can still precede. */
    transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('audit_events_at').on(table.at, table.id),
    index('audit_events_entity').on(table.entityType, table.entityId, table.at),
    index('audit_events_request').on(table.requestId),
    index('audit_events_feed')
      .on(table.transactionId, table.id)
      .where(sql`entity_type in ('change', 'incident', 'review', 'improvement', 'article')`),
    index('audit_events_removed_improvements')
      .on(removedSource(table.changes))
      .where(sql`entity_type = 'improvement' and action = 'delete'`),
    index('audit_events_unlinked_incidents')
      .on(formerLink(table.changes, 'related_change'))
      .where(isFormerLink(table.changes, 'related_change')),
    index('audit_events_withdrawn_causes')
      .on(formerLink(table.changes, 'caused_by_change'))
      .where(isFormerLink(table.changes, 'caused_by_change')),
  ],
)

/**
 * The numbers that records had before they were renumbered. An entry of the history stays under the
 * number that its record had then. A decision of the policy has the number of its change.
 */
export const formerNumbers = pgTable(
  'former_numbers',
  {
    entityType: codePointText('entity_type').$type<'change' | 'incident'>().notNull(),
    former: codePointText('former').notNull(),
    /** The number that the record has now. */
    number: codePointText('number').notNull(),
    /** The last entry of the record under the former number: what comes later is of another record. */
    lastAt: moment('last_at').notNull(),
    lastId: codePointText('last_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entityType, table.former, table.lastAt, table.lastId] }),
    index('former_numbers_number').on(table.entityType, table.number),
  ],
)

type LinkField = 'related_change' | 'caused_by_change'

/** The change that an incident named, or was confirmed for, before a write that ended that. */
export function formerLink(changes: PgColumn | SQL, field: LinkField): SQL {
  return sql`((${changes} #>> '{${sql.raw(field)},from}') collate "C")`
}

const isFormerLink = (changes: PgColumn, field: LinkField) =>
  sql`entity_type = 'incident' and ${formerLink(changes, field)} is not null`

/** Transactions that the feed of events does not wait for. Their entries take the place of the one that published them. */
export const longTransactions = pgTable('long_transactions', {
  transactionId: transactionId('transaction_id').primaryKey(),
  /** Null until it is known to be committed. */
  publishedAs: transactionId('published_as'),
  registeredAt: moment('registered_at').notNull(),
})

/** The source that a removed record named, in the expression of its index. */
export function removedSource(changes: PgColumn | SQL): SQL {
  return sql`((${changes} #>> '{source_ref,from}') collate "C")`
}
