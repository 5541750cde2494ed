import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { isAppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import type { IssueStatus } from './merge-status.ts'
import type { Actions } from './sync-issue.ts'
import type { Issue } from './tracker.ts'

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
export const actionsHere = (ctx: Context, label: string): Actions => ({
  find: (id) => unless('not_found', () => getImprovement(ctx, id)),
  move: (action, to, issue) =>
    unless('precondition_failed', () => {
      const patch = { status: to, ...causeOf(action.status, to, issue, label) }
      return updateImprovement(ctx, action.id, patch, [action.version])
    }),
})

/** What the history and a verifier read about a status that came from an issue. */
function causeOf(before: string, to: IssueStatus, { key, url, closedBy }: Issue, label: string) {
  if (to === 'done')
    return { evidence: `Closed in ${label}${closedBy === null ? '' : ` by ${closedBy}`}: ${key}\n${url}` }
  return before === 'done' ? { reason: `${key} was reopened in ${label}.` } : {}
}
