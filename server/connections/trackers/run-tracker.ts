import { and, eq, inArray, lte, ne, or, sql } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { getTracker, trackerKinds } from '#server/connections/all-kinds.ts'
import type { Connector, ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { connectionStreams, issueLinks } from '#server/schema/connections.ts'
import { improvements } from '#server/schema/improvements.ts'
import { createIssueKeys } from './issue-keys.ts'
import { createLocalActions } from './local-actions.ts'
import { hashFields, isLink, type LinkRow, LinkState, type LocalActions, syncIssue } from './sync-issue.ts'
import {
  type CreatedIssue,
  type TrackedAction,
  type Tracker,
  type TrackerParts,
  toBearerHeader,
  trackedFields,
} from './tracker.ts'
import { type ClientOptions, createTrackerClient, TrackerError } from './tracker-client.ts'

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

const open = (connection: OpenConnection, { outgoing, signal }: ConnectorContext) =>
  openTracker(connection, { outgoing, signal, publicUrl: getSettings().public_url })

/** Finds the issues that changed in the tracker, then synchronises all linked issues that are due. */
export async function runTracker(ctx: ConnectorContext, connection: OpenConnection): Promise<void> {
  const { id, name } = connection
  const tracker = open(connection, ctx)
  const actor = createSystemActor(id, `${tracker.label} “${name}”`)
  const writer: Context = { db: ctx.db, now: ctx.now, zone: ctx.zone, requestId: ctx.requestId, actor }
  const run: TrackerRun = { ctx, writer, connectionId: id, tracker }
  await markChanged(run)
  for (const link of await listDueLinks(run)) {
    ctx.signal.throwIfAborted()
    await syncLink(run, link)
  }
}

const trackerConnector: Connector = { check: async (ctx, connection) => open(connection, ctx).check(), run: runTracker }

/** The connectors of all trackers, which are checked and run in the same way. */
export const trackerConnectors = Object.fromEntries(trackerKinds.map((kind) => [kind, trackerConnector]))

/** Marks the linked issues that changed in their tracker as due. */
async function markChanged({ ctx, connectionId, tracker }: TrackerRun): Promise<void> {
  const { db, now } = ctx
  const isOfConnection = eq(issueLinks.connectionId, connectionId)
  const links = await db
    .select({ key: issueLinks.issueKey, state: issueLinks.state })
    .from(issueLinks)
    .where(and(isOfConnection, eq(issueLinks.status, 'linked')))
  for (const [project, linked] of Map.groupBy(links, ({ key }) => tracker.keys.getProject(key))) {
    ctx.signal.throwIfAborted()
    const seenTimes = new Map(linked.map(({ key, state }) => [key, LinkState.parse(state).seen?.updated_at] as const))
    let due = [...seenTimes.keys()]
    let until: Date | undefined
    try {
      const changed = await tracker.changedSince(project, await findReadStart(ctx, connectionId, project))
      until = changed.until
      due = changed.issues.flatMap(({ key, updatedAt }) =>
        seenTimes.has(key) && seenTimes.get(key) !== updatedAt ? key : [],
      )
      ctx.count({ read: changed.issues.length, unchanged: changed.issues.length - due.length })
    } catch (error) {
      // One project that cannot be searched must not stop the others; its issues are still read one by one.
      if (!(error instanceof TrackerError)) throw error
    }
    if (due.length > 0) {
      const isDue = and(isOfConnection, inArray(issueLinks.issueKey, due))
      await db.update(issueLinks).set({ nextSyncAt: now.toISOString() }).where(isDue)
    }
    if (until === undefined) continue
    const values = { readUntil: until.toISOString(), completedAt: until.toISOString() }
    await db
      .insert(connectionStreams)
      .values({ connectionId, stream: project, ...values })
      .onConflictDoUpdate({ target: [connectionStreams.connectionId, connectionStreams.stream], set: values })
  }
}

async function findReadStart({ db, now }: Context, connectionId: string, stream: string): Promise<Date> {
  const [row] = await db
    .select({ readUntil: connectionStreams.readUntil })
    .from(connectionStreams)
    .where(and(eq(connectionStreams.connectionId, connectionId), eq(connectionStreams.stream, stream)))
  const until = row?.readUntil ? Date.parse(row.readUntil) : 0
  return new Date(Math.max(until, now.getTime() - maxReadMs) - overlapMs)
}

/** Lists the links that are due, and those whose action changed since the last synchronisation. */
async function listDueLinks({ ctx, connectionId }: TrackerRun): Promise<LinkRow[]> {
  const isLocallyChanged = sql`${issueLinks.status} = 'linked' and (${issueLinks.state} ->> 'failures')::int = 0
    and ${improvements.version} is distinct from (${issueLinks.state} ->> 'version')::int`
  const isDue = or(lte(issueLinks.nextSyncAt, ctx.now.toISOString()), isLocallyChanged)
  const rows = await ctx.db
    .select({ link: issueLinks })
    .from(issueLinks)
    .innerJoin(improvements, eq(improvements.id, issueLinks.improvementId))
    .where(and(eq(issueLinks.connectionId, connectionId), ne(issueLinks.status, 'failed'), isDue))
    .orderBy(issueLinks.nextSyncAt, issueLinks.improvementId)
  return rows.map(({ link }) => ({ ...link, state: LinkState.parse(link.state) }))
}

type LinkValues = Partial<typeof issueLinks.$inferInsert>

async function updateLink({ db }: Context, link: LinkRow, values: LinkValues): Promise<void> {
  await db.update(issueLinks).set(values).where(isLink(link))
}

/** Interval in which every linked issue is read, also without a reported change. */
const dayMs = 86_400_000
/** Delay after which a changed issue is read again: GitHub's times are in seconds and may hide a second change. */
const confirmMs = 60_000
const maxRetryMs = 60 * 60_000

const addMs = ({ now }: Context, ms: number) => new Date(now.getTime() + ms).toISOString()

async function syncLink({ ctx, writer, tracker }: TrackerRun, link: LinkRow): Promise<void> {
  const actions = createLocalActions(writer, tracker.label)
  let linked: LinkRow | null = link
  try {
    if (link.status === 'creating') linked = await createLinkedIssue(writer, tracker, actions, link)
    if (!linked) return
    const { issueKey } = linked
    const row = linked
    const synced = await syncIssue(actions, tracker, linked, (state) => updateLink(writer, row, { state }))
    if (!synced) return
    const { issue, state, localWrites, remoteWrites } = synced
    const isChanged = state.seen?.updated_at !== link.state.seen?.updated_at
    await updateLink(writer, linked, {
      state,
      nextSyncAt: addMs(writer, isChanged ? confirmMs : dayMs),
      syncedAt: writer.now.toISOString(),
      ...(issue
        ? { status: 'linked', issueKey: issue.key, url: issue.url, error: null }
        : {
            // A missing issue that was never read is a mistake in the link.
            status: linked.state.seen === null ? 'failed' : 'gone',
            error: `${tracker.label} has no ${issueKey}, or does not show it to the account.`,
          }),
    })
    ctx.count({
      updated: localWrites,
      written: remoteWrites + (link.status === 'creating' ? 1 : 0),
      unchanged: localWrites + remoteWrites === 0 ? 1 : 0,
    })
  } catch (error) {
    if (!(error instanceof TrackerError || error instanceof OutgoingError)) throw error
    await saveFailure(writer, linked ?? link, error)
    if (error instanceof OutgoingError) throw error
    ctx.count({ refused: 1 })
  }
}

/** Stores an error. The link is tried again, unless the tracker rejected the creation, which a person must resolve. */
async function saveFailure(ctx: Context, link: LinkRow, error: TrackerError | OutgoingError): Promise<void> {
  const failures = link.state.failures + 1
  const isAway = error instanceof OutgoingError
  const retryAt = isAway ? error.retryAt?.toISOString() : undefined
  await ctx.db
    .update(issueLinks)
    .set({
      ...(!isAway && link.status === 'creating' && { status: 'failed' }),
      state: sql`(${issueLinks.state}::jsonb || ${JSON.stringify({ failures })}::jsonb)::json`,
      error: error.message,
      nextSyncAt: retryAt ?? addMs(ctx, Math.min(2 ** failures * 60_000, maxRetryMs)),
    })
    .where(isLink(link))
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
  await updateLink(ctx, link, { state: attempted, nextSyncAt: addMs(ctx, attemptMs) })
  const earlier = firstAt === null ? null : await tracker.findCreated(action.id, new Date(Date.parse(firstAt) - skewMs))
  const issue = earlier ?? (await create(ctx, tracker, action, link))
  const state: LinkState = {
    ...attempted,
    // The action may have changed since the earlier attempt, so every field is written again.
    written: earlier ? unwritten : hashFields(action),
    refused: [...(issue.refused ?? [])],
    failures: 0,
  }
  const values = { status: 'linked', issueKey: issue.key, url: issue.url, state } as const
  await inTransaction(ctx, async (tx) => {
    const { rowCount } = await tx.db
      .update(issueLinks)
      .set({ ...values, error: null })
      .where(isLink(link))
    if (rowCount === 0) return
    await recordEvent(tx, improvementActions.update, link.improvementId, { issue: { from: null, to: issue.key } })
  })
  return { ...link, ...values }
}

const unwritten = Object.fromEntries(trackedFields.map((field) => [field, '']))

/** Creates an issue. A rejected request created nothing, so the attempt is cleared and the next one needs no search. */
async function create(ctx: Context, tracker: Tracker, action: TrackedAction, link: LinkRow): Promise<CreatedIssue> {
  try {
    return await tracker.create(action)
  } catch (error) {
    if (error instanceof TrackerError && error.status >= 400) await updateLink(ctx, link, { state: link.state })
    throw error
  }
}

type TrackerSetup = Pick<ClientOptions, 'outgoing' | 'signal'> & Pick<TrackerParts, 'publicUrl'>

/** Opens the tracker of a connection. */
export function openTracker(
  { kind, url, options, secrets: { secret = '' } }: Pick<OpenConnection, 'kind' | 'url' | 'options' | 'secrets'>,
  { publicUrl, ...clientOptions }: TrackerSetup,
): Tracker {
  if (url === null) throw new Error('A tracker needs an address.')
  const { label, keyFormat, signIn = toBearerHeader, headers, open } = getTracker(kind)
  const keys = createIssueKeys(keyFormat, url)
  const allHeaders = { ...headers, ...signIn(secret, options) }
  const client = createTrackerClient({ label, base: keys.apiBase, headers: allHeaders, ...clientOptions })
  return { ...open({ client, keys, options, publicUrl }), label, keys }
}
