import { and, eq, sql } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { issueLinks } from '#server/schema/connections.ts'
import type { LinkState } from './link-state.ts'
import type { SyncResult } from './sync-issue.ts'
import type { CreatedIssue, TrackerError } from './tracker.ts'

export type LinkRow = {
  readonly improvementId: string
  readonly connectionId: string
  /** Empty until the issue has been created. */
  readonly issueKey: string
  readonly status: 'creating' | 'linked' | 'gone' | 'failed'
  readonly state: LinkState
}

/** Interval in which every linked issue is read, also without a reported change. */
const dayMs = 86_400_000
/**
 * Delay after which a changed issue is read again: GitHub's times are in seconds, so a second change may look like the
 * first.
 */
const confirmMs = 60_000
const maxRetryMs = 60 * 60_000

const addMs = ({ now }: Context, ms: number) => new Date(now.getTime() + ms).toISOString()

export const isLink = ({ improvementId, connectionId }: Pick<LinkRow, 'improvementId' | 'connectionId'>) =>
  and(eq(issueLinks.improvementId, improvementId), eq(issueLinks.connectionId, connectionId))

/** Stores the state of a link before a write to its issue. */
export async function saveState({ db }: Context, link: LinkRow, state: LinkState): Promise<void> {
  await db.update(issueLinks).set({ state }).where(isLink(link))
}

/** Stores the state of a link after a synchronisation. */
export async function saveSynced(
  ctx: Context,
  label: string,
  link: LinkRow,
  { issue, state, isChanged }: SyncResult & { readonly isChanged: boolean },
): Promise<void> {
  const nextSyncAt = addMs(ctx, isChanged ? confirmMs : dayMs)
  const common = { state, nextSyncAt, syncedAt: ctx.now.toISOString() }
  const columns = issue
    ? { status: 'linked' as const, issueKey: issue.key, url: issue.url, error: null }
    : { status: getMissingStatus(link), error: `${label} has no ${link.issueKey}, or does not show it to the account.` }
  await ctx.db
    .update(issueLinks)
    .set({ ...common, ...columns })
    .where(isLink(link))
}

/** Status of a missing issue: one that was never read is a mistake in the link. */
const getMissingStatus = ({ state }: LinkRow) => (state.seen === null ? ('failed' as const) : ('gone' as const))

/** Stores the issue that was created for an action. */
export async function saveCreated(ctx: Context, link: LinkRow, issue: CreatedIssue, state: LinkState): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .update(issueLinks)
      .set({ status: 'linked', issueKey: issue.key, url: issue.url, state, error: null })
      .where(isLink(link))
      .returning({ id: issueLinks.improvementId })
    if (rows.length === 0) return
    await recordEvent(tx, improvementActions.update, link.improvementId, {
      issue: { from: null, to: issue.key },
    })
  })
}

/**
 * Stores the error of a link that could not be synchronised. It is tried again later, unless the tracker rejected the
 * creation of the issue, which only a person can resolve.
 */
export async function saveFailure(ctx: Context, link: LinkRow, error: TrackerError | OutgoingError): Promise<void> {
  const failures = link.state.failures + 1
  const isAway = error instanceof OutgoingError
  const isRejected = !isAway && link.status === 'creating'
  const waitMs = Math.min(2 ** failures * 60_000, maxRetryMs)
  const retryAt = isAway ? error.retryAt?.toISOString() : undefined
  await ctx.db
    .update(issueLinks)
    .set({
      ...(isRejected ? { status: 'failed' as const } : {}),
      state: sql`(${issueLinks.state}::jsonb || ${JSON.stringify({ failures })}::jsonb)::json`,
      error: error.message,
      nextSyncAt: retryAt ?? addMs(ctx, waitMs),
    })
    .where(isLink(link))
}
