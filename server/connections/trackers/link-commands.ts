import { and, eq } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import type { addIssueLink as contract, IssueLink } from '#lib/contracts/app/improvements.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { joinNames } from '#lib/text/join-names.ts'
import { findKind, getTracker, trackerKinds } from '#server/connections/all-kinds.ts'
import { recordActionParts } from '#server/improvements/parts-of-actions.ts'
import { lockImprovement } from '#server/improvements/queries.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { connections, issueLinks } from '#server/schema/connections.ts'
import { createIssueKeys } from './issue-keys.ts'
import { readProjects, selectLinks } from './queries.ts'
import { isLink, LinkState } from './sync-issue.ts'

/**
 * Links an action with an existing issue, or queues the creation of one for the next run of the connection. Throws
 * `not_found`, `invalid_parameter`, and `conflict` if the action already has an issue in this connection.
 */
export async function addIssueLink(
  ctx: Context,
  improvementId: string,
  { connection_id: connectionId, issue }: BodyOf<typeof contract>,
): Promise<IssueLink> {
  return inTransaction(ctx, async (tx) => {
    // Locked, so that nobody verifies the action before the history shows who linked the issue.
    await lockImprovement(tx, improvementId)
    const tracker = await getEnabledTracker(tx, connectionId)
    const { key, url } = issue === undefined ? prepareNewIssue(tracker) : resolveExistingIssue(tracker, issue)
    const at = ctx.now.toISOString()
    const added = await tx.db
      .insert(issueLinks)
      .values({
        improvementId,
        connectionId,
        issueKey: key,
        url,
        status: issue === undefined ? 'creating' : 'linked',
        state: LinkState.parse({ is_created: issue === undefined }),
        nextSyncAt: at,
        createdAt: at,
        createdBy: ctx.actor.kind === 'account' ? ctx.actor.email : ctx.actor.name,
      })
      .onConflictDoNothing()
      .returning({ id: issueLinks.improvementId })
    if (added.length === 0) {
      throw new AppError('conflict', `The action already has an issue in ${tracker.name}. Unlink that one first.`)
    }
    const event = { issue: { from: null, to: issue === undefined ? `new in ${tracker.name}` : key } }
    await recordEvent(tx, improvementActions.update, improvementId, event)
    await recordActionParts(tx.db)
    await runSoon(tx, connectionId)
    return getLink(tx, improvementId, connectionId)
  })
}

type TrackerRow = Awaited<ReturnType<typeof getEnabledTracker>>

async function getEnabledTracker({ db }: Context, id: string) {
  const [row] = await db
    .select({ kind: connections.kind, name: connections.name, url: connections.url, options: connections.options })
    .from(connections)
    .where(and(eq(connections.id, id), eq(connections.isEnabled, true)))
  if (!row || row.url === null || !findKind(row.kind)?.tracker) {
    throw invalidField(
      'connection_id',
      'body',
      `must name a connection to ${joinNames(trackerLabels, 'or')} that is enabled`,
    )
  }
  const { project, projects } = readProjects(row.options)
  const { keyFormat } = getTracker(row.kind)
  return { kind: row.kind, name: row.name, keys: createIssueKeys(keyFormat, row.url), project, projects }
}

const trackerLabels = trackerKinds.map((kind) => getTracker(kind).label)

function prepareNewIssue({ name, keys, project }: TrackerRow) {
  if (project !== null && keys.isProject(project)) return { key: '', url: '' }
  const advice = 'Ask an admin to set one in the connection.'
  throw new AppError('conflict', `${name} has no project in which issues can be created. ${advice}`)
}

function resolveExistingIssue({ kind, name, keys, project, projects }: TrackerRow, issue: string) {
  const key = keys.parse(issue, project)
  if (key !== null && keys.isInProjects(key, projects)) return { key, url: keys.getPageUrl(key) }
  if (key !== null) {
    const projectNames = projects.length === 0 ? 'no project yet' : joinNames(projects, 'and')
    const advice = `Ask an admin to add ${keys.getProject(key)} to the connection`
    throw invalidField(
      'issue',
      'body',
      `must be an issue of the projects of ${name}: it has ${projectNames}. ${advice}`,
    )
  }
  const { label, keyExample } = getTracker(kind)
  const issueText = `must be the key of an issue, such as ${keyExample}, or the URL of its page in this ${label}`
  throw invalidField('issue', 'body', issueText)
}

/** Unlinks an issue, which stays as it is. Throws `not_found`. */
export async function removeIssueLink(ctx: Context, improvementId: string, connectionId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [removed] = await tx.db
      .delete(issueLinks)
      .where(isLink({ improvementId, connectionId }))
      .returning({ key: issueLinks.issueKey })
    if (!removed) throw noLink(improvementId, connectionId)
    const event = { issue: { from: removed.key === '' ? 'new' : removed.key, to: null } }
    await recordEvent(tx, improvementActions.update, improvementId, event)
  })
}

/** Schedules an issue for synchronisation, also after a failure. Throws `not_found`. */
export async function syncIssueLink(ctx: Context, improvementId: string, connectionId: string): Promise<IssueLink> {
  return inTransaction(ctx, async (tx) => {
    const condition = isLink({ improvementId, connectionId })
    const [link] = await tx.db.select().from(issueLinks).where(condition).for('update')
    if (!link) throw noLink(improvementId, connectionId)
    const again = link.issueKey === '' ? ('creating' as const) : ('linked' as const)
    await tx.db
      .update(issueLinks)
      .set({ nextSyncAt: ctx.now.toISOString(), status: link.status === 'failed' ? again : link.status, error: null })
      .where(condition)
    await runSoon(tx, connectionId)
    return getLink(tx, improvementId, connectionId)
  })
}

async function getLink(ctx: Context, improvementId: string, connectionId: string): Promise<IssueLink> {
  const [link] = await selectLinks(ctx, isLink({ improvementId, connectionId }))
  if (!link) throw noLink(improvementId, connectionId)
  return link
}

const noLink = (improvementId: string, connectionId: string) =>
  notFound('issue link', `${improvementId}/${connectionId}`)

/** Runs a connection as soon as possible. */
async function runSoon({ db, now }: Context, connectionId: string): Promise<void> {
  const isEnabled = and(eq(connections.id, connectionId), eq(connections.isEnabled, true))
  await db.update(connections).set({ nextRunAt: now.toISOString() }).where(isEnabled)
}
