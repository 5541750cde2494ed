import { type Closer, updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { resolveTexts } from '#server/people/person-resolver.ts'
import { isAppError, resolveOrNull } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import type { IssueStatus } from './merge-status.ts'
import type { LocalActions } from './sync-issue.ts'
import type { Issue, TrackerPerson } from './tracker.ts'

/** The improvement register, for the synchronisation with a tracker. */
export const createLocalActions = (ctx: Context, label: string): LocalActions => ({
  find: (id) => resolveOrNull(getImprovement(ctx, id)),
  async move(action, to, issue) {
    const patch = { status: to, ...describeCause(action.status, to, issue, label) }
    const closer = to === 'done' ? await findCloser(ctx, issue.closedBy, label) : undefined
    return updateImprovement(ctx, action.id, patch, [action.version], closer).catch((error) => {
      if (isAppError(error) && error.code === 'precondition_failed') return null
      throw error
    })
  },
})

/**
 * Finds the person who closed an issue among accounts and directory, by the e-mail that the tracker shows, else by the
 * login. A display name identifies nobody, as everybody can choose it freely in the tracker.
 */
async function findCloser({ db }: Context, closedBy: TrackerPerson | null, label: string): Promise<Closer> {
  if (closedBy === null) return { unknown: `somebody in ${label}` }
  const { name, login, email } = closedBy
  const identifiers = dropEmptyTexts([email, login])
  const find = await resolveTexts(db, identifiers)
  for (const text of identifiers) {
    const person = find(text)
    if (person.kind === 'known' && person.isIdentifier) return { email: person.email }
  }
  const [first = `somebody in ${label}`, ...more] = new Set(dropEmptyTexts([name, login, email]))
  return { unknown: more.length === 0 ? first : `${first} (${more.join(', ')})` }
}

const dropEmptyTexts = (texts: readonly (string | null)[]) => texts.flatMap((text) => text || [])

/** Describes the cause of a status that came from an issue, for the history and the verifier. */
function describeCause(before: string, to: IssueStatus, { key, url, closedBy }: Issue, label: string) {
  if (to === 'done')
    return { evidence: `Closed in ${label}${closedBy === null ? '' : ` by ${closedBy.name}`}: ${key}\n${url}` }
  return before === 'done' ? { reason: `${key} was reopened in ${label}.` } : {}
}
