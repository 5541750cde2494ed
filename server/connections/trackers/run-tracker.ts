import { and, eq, lte, ne, or, sql } from 'drizzle-orm'
import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { connectionStreams, issueLinks } from '#server/schema/connections.ts'
import { improvements } from '#server/schema/improvements.ts'
import { createTracker } from './create-tracker.ts'
import { LinkState } from './link-state.ts'
import { createLocalActions } from './local-actions.ts'
import { markDue } from './run-soon.ts'
import { isLink, type LinkRow, saveCreated, saveFailure, saveState, saveSynced } from './save-link.ts'
import { hashFields, type LocalActions, syncIssue } from './sync-issue.ts'
import { type CreatedIssue, type TrackedAction, type Tracker, TrackerError, trackedFields } from './tracker.ts'

/** Milliseconds by which a read overlaps the previous one, as a search may lag by that much. */
const overlapMs = 5 * 60_000
/** Maximum milliseconds that any read goes back, as every linked issue is read once a day anyway. */
const maxReadMs = 2 * 86_400_000

type TrackerRun = {
  readonly ctx: ConnectorContext
  /** The context in which the connection writes to the register. */
  readonly writer: Context
  readonly connectionId: string
  readonly tracker: Tracker
}

/** Finds the issues that changed in the tracker, then synchronises all linked issues that are due. */
export async function runTracker(ctx: ConnectorContext, connection: OpenConnection): Promise<void> {
  const { id, name } = connection
  const { public_url: publicUrl } = getSettings()
  const tracker = createTracker(connection, { outgoing: ctx.outgoing, signal: ctx.signal, publicUrl })
  const actor = createSystemActor(id, `${tracker.label} “${name}”`)
  const writer: Context = { db: ctx.db, now: ctx.now, zone: ctx.zone, requestId: ctx.requestId, actor }
  const run: TrackerRun = { ctx, writer, connectionId: id, tracker }
  await markChanged(run)
  for (const link of await listDueLinks(run)) {
    ctx.signal.throwIfAborted()
    await syncLink(run, link)
  }
}

/** Marks the linked issues that changed in their tracker as due. */
async function markChanged({ ctx, connectionId, tracker }: TrackerRun): Promise<void> {
  const links = await ctx.db
    .select({ issueKey: issueLinks.issueKey, state: issueLinks.state })
    .from(issueLinks)
    .where(and(eq(issueLinks.connectionId, connectionId), eq(issueLinks.status, 'linked')))
  const projects = Map.groupBy(links, ({ issueKey }) => tracker.keys.getProject(issueKey))
  for (const [project, linked] of projects) {
    ctx.signal.throwIfAborted()
    const seenTimes = new Map(
      linked.map(({ issueKey, state }) => [issueKey, LinkState.parse(state).seen?.updated_at] as const),
    )
    const since = await readUntil(ctx, connectionId, project)
    try {
      const changed = await tracker.changedSince(project, new Date(since.getTime() - overlapMs))
      const due = changed.issues.filter(({ key, updatedAt }) => seenTimes.has(key) && seenTimes.get(key) !== updatedAt)
      ctx.count({ read: changed.issues.length, unchanged: changed.issues.length - due.length })
      await markDue(
        ctx,
        connectionId,
        due.map(({ key }) => key),
      )
      await saveReadUntil(ctx, connectionId, project, changed.until)
    } catch (error) {
      // One project that cannot be searched must not stop the others; its issues are still read one by one.
      if (!(error instanceof TrackerError)) throw error
      await markDue(
        ctx,
        connectionId,
        linked.map(({ issueKey }) => issueKey),
      )
    }
  }
}

async function readUntil({ db, now }: Context, connectionId: string, stream: string): Promise<Date> {
  const [row] = await db
    .select({ readUntil: connectionStreams.readUntil })
    .from(connectionStreams)
    .where(and(eq(connectionStreams.connectionId, connectionId), eq(connectionStreams.stream, stream)))
  const until = row?.readUntil ? Date.parse(row.readUntil) : 0
  return new Date(Math.max(until, now.getTime() - maxReadMs))
}

async function saveReadUntil({ db }: Context, connectionId: string, stream: string, until: Date): Promise<void> {
  const values = { readUntil: until.toISOString(), completedAt: until.toISOString() }
  await db
    .insert(connectionStreams)
    .values({ connectionId, stream, ...values })
    .onConflictDoUpdate({ target: [connectionStreams.connectionId, connectionStreams.stream], set: values })
}

/** Lists the links that are due, and those whose action changed since the last synchronisation. */
async function listDueLinks({ ctx, connectionId }: TrackerRun): Promise<LinkRow[]> {
  const isLocallyChanged = sql`${improvements.version} is distinct from (${issueLinks.state} ->> 'version')::int`
  const rows = await ctx.db
    .select({
      improvementId: issueLinks.improvementId,
      connectionId: issueLinks.connectionId,
      issueKey: issueLinks.issueKey,
      status: issueLinks.status,
      state: issueLinks.state,
    })
    .from(issueLinks)
    .innerJoin(improvements, eq(improvements.id, issueLinks.improvementId))
    .where(
      and(
        eq(issueLinks.connectionId, connectionId),
        ne(issueLinks.status, 'failed'),
        or(
          lte(issueLinks.nextSyncAt, ctx.now.toISOString()),
          and(eq(issueLinks.status, 'linked'), sql`(${issueLinks.state} ->> 'failures')::int = 0`, isLocallyChanged),
        ),
      ),
    )
    .orderBy(issueLinks.nextSyncAt, issueLinks.improvementId)
  return rows.map(({ state, ...link }) => ({ ...link, state: LinkState.parse(state) }))
}

async function syncLink({ ctx, writer, tracker }: TrackerRun, link: LinkRow): Promise<void> {
  const actions = createLocalActions(writer, tracker.label)
  let linked: LinkRow | null = link
  try {
    if (link.status === 'creating') linked = await createLinkedIssue(writer, tracker, actions, link)
    if (!linked) return
    const linkedIssues = linked
    const synced = await syncIssue(actions, tracker, linkedIssues, (state) => saveState(writer, linkedIssues, state))
    if (!synced) return
    const isChanged = synced.state.seen?.updated_at !== link.state.seen?.updated_at
    await saveSynced(writer, tracker.label, linked, { ...synced, isChanged })
    ctx.count({
      updated: synced.localWrites,
      written: synced.remoteWrites + (link.status === 'creating' ? 1 : 0),
      unchanged: synced.localWrites + synced.remoteWrites === 0 ? 1 : 0,
    })
  } catch (error) {
    if (!(error instanceof TrackerError || error instanceof OutgoingError)) throw error
    await saveFailure(writer, linked ?? link, error)
    if (error instanceof OutgoingError) throw error
    ctx.count({ refused: 1 })
  }
}

/** Milliseconds until an issue whose creation was not confirmed can be found by its marker. */
const attemptMs = 2 * 60_000
/** Maximum lag of the tracker's clock, in milliseconds. */
const skewMs = 10 * 60_000

/**
 * Creates the issue of an action exactly once. The attempt is stored before the request; after a lost response, the
 * issue is searched by its marker before the request is repeated. Returns null if the action is gone or it is too early
 * to search.
 */
async function createLinkedIssue(
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
