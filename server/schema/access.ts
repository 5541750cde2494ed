import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Role, TokenRole, TokenScope, TokenSystem } from '#lib/contracts/endpoint.ts'
import { codePointText, json, moment, versionedTimes } from './columns.ts'
import { personKeys } from './directory.ts'

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
    ...versionedTimes,
  },
  (table) => [
    uniqueIndex('accounts_email').on(table.email),
    index('accounts_person_keys').using('gin', personKeys(table.name, table.userName)),
  ],
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
    /** The IP address of the sign-in. */
    ipAddress: text('address'),
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
