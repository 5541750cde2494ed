import { eq, sql } from 'drizzle-orm'
import { Account, type listAccounts as contract, type ListedAccount } from '#lib/contracts/app/accounts.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { sortByName } from '#lib/text/sort-by-name.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accountIdentities, accountInvitations, accounts } from '#server/schema/access.ts'

/** The columns of an account under the names of the contract, without password and session version. */
export const accountColumns = recordColumns(accounts, Account.keyof().options)

export type AccountRow = typeof accounts.$inferSelect

export async function findAccount(db: Queryable, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
  return row ?? null
}

/** The account with this e-mail address, ignoring case. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.email, normalizeEmail(email)))
  return row ?? null
}

/** An e-mail address in the form that accounts store, so that two spellings are one account. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** One account. Throws `not_found`. */
export async function getAccount(ctx: Context, id: string): Promise<Account> {
  const [row] = await ctx.db.select(accountColumns).from(accounts).where(eq(accounts.id, id))
  if (!row) throw notFound('account', id)
  return row
}

/** True if an account came from the sign-in provider or is linked to it. */
export const isLinked = sql<boolean>`(${accounts.origin} = 'provider'
  or exists (select from ${accountIdentities} where ${accountIdentities.accountId} = ${accounts.id}))`

const listedColumns = {
  ...accountColumns,
  ...recordColumns(accounts, ['user_name', 'department']),
  sign_in: sql<ListedAccount['sign_in']>`case when ${accounts.passwordHash} is not null then 'password'
    when ${isLinked} then 'provider' when ${accountInvitations.accountId} is not null then 'invitation' else 'none' end`,
  invited_until: accountInvitations.expiresAt,
}

/** A page of the accounts by name. All are read, since they are few, and sorted like every list of names. */
export async function listAccounts(
  ctx: Context,
  { search, page, limit }: QueryOf<typeof contract>,
): Promise<Page<ListedAccount> & { adminCount: number }> {
  const listed = await ctx.db
    .select(listedColumns)
    .from(accounts)
    .leftJoin(accountInvitations, eq(accountInvitations.accountId, accounts.id))
  const searchText = search?.toLowerCase() ?? ''
  const adminCount = listed.filter(isEnabledAdmin).length
  const matching = listed.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(searchText))
  return { rows: sortByName(matching).slice((page - 1) * limit, page * limit), total: matching.length, adminCount }
}

export const isEnabledAdmin = ({ role, is_disabled }: Account): boolean => role === 'admin' && !is_disabled
