import { eq, or, sql } from 'drizzle-orm'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { isAppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import type { IssueStatus } from './merge-status.ts'
import type { Actions } from './sync-issue.ts'
import type { Issue, TrackerPerson } from './tracker.ts'

/** What `code` rejected; any other error is thrown. */
async function unless<Result>(code: string, work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error) && error.code === code) return null
    throw error
  }
}

/** The improvement register, for the synchronisation with a tracker. */
export const localActions = (ctx: Context, label: string): Actions => ({
  find: (id) => unless('not_found', () => getImprovement(ctx, id)),
  move: (action, to, issue) =>
    unless('precondition_failed', async () => {
      const patch = { status: to, ...causeOf(action.status, to, issue, label) }
      const doneBy = issue.closedBy === null ? undefined : await findAccount(ctx, issue.closedBy)
      return updateImprovement(ctx, action.id, patch, [action.version], doneBy)
    }),
})

/**
 * The address of the account of a person, who may not verify what they closed; by their name, which must be unique,
 * where the tracker does not show their address.
 */
async function findAccount({ db }: Context, { email, name }: TrackerPerson): Promise<string | undefined> {
  const rows = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(or(eq(accounts.email, (email ?? '').toLowerCase()), eq(sql`lower(${accounts.name})`, name.toLowerCase())))
  const same = rows.find((row) => row.email === email?.toLowerCase())
  return same?.email ?? (rows.length === 1 ? rows[0]?.email : undefined)
}

/** What the history and a verifier read about a status that came from an issue. */
function causeOf(before: string, to: IssueStatus, { key, url, closedBy }: Issue, label: string) {
  if (to === 'done')
    return { evidence: `Closed in ${label}${closedBy === null ? '' : ` by ${closedBy.name}`}: ${key}\n${url}` }
  return before === 'done' ? { reason: `${key} was reopened in ${label}.` } : {}
}
