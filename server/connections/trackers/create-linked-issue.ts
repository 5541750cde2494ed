import type { Context } from '#server/platform/runtime/context.ts'
import { issueLinks } from '#server/schema/connections.ts'
import type { LinkState } from './link-state.ts'
import { isLink, type LinkRow, saveCreated } from './save-link.ts'
import { hashFields, type LocalActions } from './sync-issue.ts'
import { type CreatedIssue, type TrackedAction, type Tracker, TrackerError, trackedFields } from './tracker.ts'

/** Milliseconds until an issue whose creation was not confirmed can be found by its marker. */
const attemptMs = 2 * 60_000
/** Maximum lag of the tracker's clock, in milliseconds. */
const skewMs = 10 * 60_000

/**
 * Creates the issue of an action exactly once. The attempt is stored before the request; after a lost response, the
 * issue is searched by its marker before the request is repeated. Returns null if the action is gone or it is too early
 * to search.
 */
export async function createLinkedIssue(
  ctx: Context,
  tracker: Tracker,
  actions: LocalActions,
  link: LinkRow,
): Promise<LinkRow | null> {
  const action = await actions.find(link.improvementId)
  if (!action) return null
  const { attempted_at: attemptedAt } = link.state
  if (attemptedAt !== null && ctx.now.getTime() - Date.parse(attemptedAt) < attemptMs) return null
  const at = ctx.now.toISOString()
  const firstAt = link.state.first_attempted_at ?? attemptedAt
  const attempted = { ...link.state, is_created: true, attempted_at: at, first_attempted_at: firstAt ?? at }
  const nextSyncAt = new Date(ctx.now.getTime() + attemptMs).toISOString()
  await ctx.db.update(issueLinks).set({ state: attempted, nextSyncAt }).where(isLink(link))
  const earlier = firstAt === null ? null : await tracker.findCreated(action.id, new Date(Date.parse(firstAt) - skewMs))
  const issue = earlier ?? (await create(ctx, tracker, action, link))
  const state: LinkState = {
    ...attempted,
    // The action may have changed since the earlier attempt, so every field is written again.
    written: earlier ? unwritten : hashFields(action),
    refused: [...(issue.refused ?? [])],
    failures: 0,
  }
  await saveCreated(ctx, link, issue, state)
  return { ...link, status: 'linked', issueKey: issue.key, state }
}

const unwritten = Object.fromEntries(trackedFields.map((field) => [field, '']))

/** Creates an issue. A rejected request created nothing, so the attempt is cleared and the next one needs no search. */
async function create(ctx: Context, tracker: Tracker, action: TrackedAction, link: LinkRow): Promise<CreatedIssue> {
  try {
    return await tracker.create(action)
  } catch (error) {
    if (error instanceof TrackerError && error.status >= 400) {
      await ctx.db.update(issueLinks).set({ state: link.state }).where(isLink(link))
    }
    throw error
  }
}
