import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { parseOptions } from '#lib/contracts/connection-options.ts'
import type { RunCounts } from '#lib/contracts/connection-values.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import { LinkState } from '#server/connections/trackers/sync-issue.ts'
import { digestRow } from '#server/import/source/source.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import {
  connectionRefusals,
  connectionRuns,
  connectionStreams,
  connections,
  connectionWrites,
  issueLinks,
} from '#server/schema/connections.ts'
import { recordOrigins } from '#server/schema/imports.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { addDays, addMinutes, type Instant, setWorkday, toIso } from './calendar.ts'
import { insert, type Seeding } from './seeding.ts'

const serviceNow = 'con_demo_servicenow'
const tracker = { id: 'con_demo_jira', url: 'https://jira.example', project: 'OPS' }
/** The connection that receives the deployments. */
export const pipeline = 'con_demo_pipeline'
/** The connection that receives the alerts. */
export const monitoring = 'con_demo_monitoring'
const noCounts: RunCounts = { read: 0, inserted: 0, updated: 0, unchanged: 0, refused: 0, written: 0, conflicts: 0 }

/**
 * Inserts a connection that has read changes, incidents and people, and a tracker with an issue, both disabled so that
 * the demo sends no request; and two connections that only receive events.
 */
export async function seedConnections(seeding: Seeding): Promise<void> {
  const lastRun = setWorkday(seeding.now, 2, '16:05')
  await insertConnections(seeding, lastRun)
  await insertRuns(seeding, lastRun)
  await insertConflict(seeding, lastRun)
  await insertIssue(seeding, lastRun)
  await insertOrigins(seeding, addDays(lastRun, -21))
}

/** Inserts the origins of the records that existed at the first run. */
async function insertOrigins({ tx }: Seeding, readAt: Instant): Promise<void> {
  const read = { sourceKind: 'connection', sourceId: serviceNow, readAt: toIso(readAt) } as const
  const changed = await tx.select().from(changes).where(lt(changes.createdAt, read.readAt))
  const opened = await tx.select().from(incidents).where(lt(incidents.openedAt, read.readAt))
  const describeOrigin = (kind: 'change' | 'incident', table: string) => (row: { readonly number: string }) => ({
    ...read,
    kind,
    detail: `${table}: ORDERBYsys_updated_on^ORDERBYsys_id`,
    number: row.number,
    digest: digestRow(row),
  })
  await insert(tx, recordOrigins, changed.map(describeOrigin('change', 'change_request')))
  await insert(tx, recordOrigins, opened.map(describeOrigin('incident', 'incident')))
}

async function insertConnections({ tx }: Seeding, lastRun: Instant): Promise<void> {
  const createdAt = toIso(addDays(lastRun, -21))
  const shared = { version: 1, createdAt, updatedAt: toIso(lastRun), updatedBy: 'Sanna Koskinen' }
  const checked = (...steps: [name: string, message: string][]) => ({
    checked_at: createdAt,
    steps: steps.map(([name, message]) => ({ name, status: 'ok' as const, message, advice: null })),
  })
  await insert(tx, connections, [
    {
      ...shared,
      id: serviceNow,
      kind: 'servicenow',
      name: 'servicenow',
      url: 'https://servicenow.example',
      options: parseDemoOptions('servicenow', {
        sign_in: { method: 'basic', user: 'hindsight' },
        tables: { change_request: {}, incident: {}, sys_user: {} },
        writes: { review: true },
      }),
      isEnabled: false,
      checkResult: checked(
        ['URL and sign-in', 'servicenow.example answers in 84 ms.'],
        ['Clock', 'Both clocks agree.'],
      ),
    },
    {
      ...shared,
      id: tracker.id,
      kind: 'jira',
      name: 'jira',
      url: tracker.url,
      options: parseDemoOptions('jira', { sign_in: { method: 'token' }, project: tracker.project }),
      isEnabled: false,
      checkResult: checked(['URL and sign-in', 'jira.example answers in 61 ms.']),
    },
    ...(
      [
        ['argocd', pipeline, 'shop-pipeline'],
        ['alertmanager', monitoring, 'monitoring'],
      ] as const
    ).map(([kind, id, name]) => ({ ...shared, id, kind, name, url: null, options: parseDemoOptions(kind, {}) })),
  ])
}

function parseDemoOptions(kind: string, input: unknown) {
  const { options } = parseOptions(getKind(kind).options, input)
  if (!options) throw new Error(`The options of the demo's ${kind} are invalid.`)
  return options
}

/** Inserts the runs of the connection, the progress of its streams, and the rows that it refused. */
async function insertRuns({ tx }: Seeding, lastRun: Instant): Promise<void> {
  const connectionId = serviceNow
  const firstRun = toIso(addDays(lastRun, -21))
  const refused = [
    [
      'change_request',
      'CHG0029871',
      'planned_start: "after the freeze" is not a date',
      { start_date: 'after the freeze' },
    ],
    ['incident', 'INC0098812', 'opened_at is empty', { opened_at: '' }],
    ['sys_user', 'monitoring', 'email is empty', { user_name: 'monitoring', email: '' }],
  ] as const
  const runs: readonly (Partial<RunCounts> & { minutesAgo: number; requests: number; error?: string })[] = [
    { minutesAgo: 21 * 24 * 60, requests: 9, read: 401, inserted: 398, refused: refused.length },
    { minutesAgo: 26 * 60, requests: 7, read: 5, updated: 3, unchanged: 2, written: 1 },
    { minutesAgo: 50, requests: 3, error: 'servicenow.example answered 503 Service Unavailable.' },
    { minutesAgo: 0, requests: 8, read: 6, updated: 2, unchanged: 4, conflicts: 1 },
  ]
  await insert(
    tx,
    connectionStreams,
    Object.entries({ sys_user: 60, change_request: 40, incident: 301 }).map(([stream, total]) => ({
      connectionId,
      stream,
      done: total,
      total,
      completedAt: firstRun,
      readUntil: toIso(lastRun),
    })),
  )
  await insert(
    tx,
    connectionRuns,
    runs.map(({ minutesAgo, requests, error = null, ...counts }, index) => ({
      id: `run_demo_${index + 1}`,
      connectionId,
      startedAt: toIso(addMinutes(lastRun, -minutesAgo)),
      finishedAt: toIso(addMinutes(lastRun, -minutesAgo + 1)),
      counts: { ...noCounts, ...counts },
      requests,
      error,
    })),
  )
  await insert(
    tx,
    connectionRefusals,
    refused.map(([stream, label, reason, row]) => ({
      connectionId,
      stream,
      remoteId: createHash('md5').update(label).digest('hex'),
      refusal: { label, reason, row: { number: label, ...row } },
      refusedAt: firstRun,
    })),
  )
}

/** Links an action with an issue in the tracker. */
async function insertIssue({ tx }: Seeding, lastRun: Instant): Promise<void> {
  const [action] = await tx
    .select()
    .from(improvements)
    .where(and(eq(improvements.origin, 'demo'), eq(improvements.status, 'in_progress')))
    .orderBy(asc(improvements.id))
    .limit(1)
  if (!action) return
  const at = toIso(lastRun)
  const issueKey = `${tracker.project}-412`
  const seen = { status_name: 'In Progress', title: action.title, due_on: action.targetDate, updated_at: at }
  await insert(tx, issueLinks, [
    {
      improvementId: action.id,
      connectionId: tracker.id,
      issueKey,
      url: `${tracker.url}/browse/${issueKey}`,
      status: 'linked',
      state: LinkState.parse({ is_created: true, agreed: 'in_progress', seen, version: action.version }),
      nextSyncAt: at,
      createdAt: toIso(addDays(lastRun, -14)),
      createdBy: action.owner,
      syncedAt: at,
    },
  ])
}

/** Inserts a conflict: somebody wrote to the comments of a reviewed change in the other system before Hindsight did. */
async function insertConflict({ tx }: Seeding, lastRun: Instant): Promise<void> {
  const [review] = await tx
    .select({ number: reviews.changeNumber, reference: reviews.reference, reviewer: reviews.reviewerName })
    .from(reviews)
    .where(and(eq(reviews.origin, 'demo'), isNotNull(reviews.completedAt)))
    .orderBy(desc(reviews.completedAt))
    .limit(1)
  if (!review) return
  const at = toIso(lastRun)
  const ours = `Reviewed by ${review.reviewer} as ${review.reference}.`
  const theirs = 'Discussed in the CAB, nothing to add.'
  await insert(tx, connectionWrites, [
    {
      id: 'wrt_demo_1',
      connectionId: serviceNow,
      dedupeKey: `review ${review.number} version 1`,
      entity: 'change',
      key: review.number,
      payload: { kind: 'review', change: review.number, reference: review.reference },
      status: 'conflict',
      attempts: 1,
      nextAttemptAt: at,
      reason: 'Someone else wrote review_comments in ServiceNow.',
      result: { fields: [{ field: 'review_comments', ours, theirs, base: '' }] },
      createdAt: at,
    },
  ])
}
