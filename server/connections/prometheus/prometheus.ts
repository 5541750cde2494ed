import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Measure, maxReadings } from '#lib/contracts/measures.ts'
import { addReading } from '#server/changes/measures.ts'
import {
  type ConnectionKind,
  type Connector,
  type ConnectorContext,
  type OpenConnection,
  runStep,
} from '#server/connections/connector.ts'
import type { ConnectionRow } from '#server/connections/find-connection.ts'
import { toBearerHeader } from '#server/connections/trackers/tracker.ts'
import { createTrackerClient, TrackerError } from '#server/connections/trackers/tracker-client.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { connections } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'

export const prometheusKind: ConnectionKind = {
  label: 'Prometheus',
  purpose: 'Reads the measures of changes that name a query, daily and after the work. The oldest connection reads.',
  options: 'prometheus',
  api: {
    url: 'https://prometheus.example.org',
    signIn: {
      secret: { label: 'Bearer token', hint: 'For a proxy before Prometheus, which itself ignores it: any text then.' },
    },
  },
}

const Sample = z.tuple([z.number(), z.string()])
const QueryResponse = z.object({
  data: z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal('scalar'), result: Sample }),
    z.object({ resultType: z.literal('vector'), result: z.array(z.object({ value: Sample })) }),
  ]),
})

/**
 * Returns the value of an instant query; null for no series, and for one without a finite value. Throws a
 * `TrackerError` for a query that is refused or has several series, and an `OutgoingError`.
 */
export async function readQuery(
  ctx: ConnectorContext,
  connection: OpenConnection,
  query: string,
): Promise<number | null> {
  const { outgoing, signal } = ctx
  const base = `${(connection.url ?? '').replace(/\/+$/, '')}/api/v1`
  const headers = toBearerHeader(connection.secrets.secret ?? '')
  const client = createTrackerClient({ label: 'Prometheus', base, headers, outgoing, signal })
  const { data } = (await client.call(QueryResponse, { path: '/query', query: { query } })).result
  const samples = data.resultType === 'scalar' ? [data.result] : data.result.map(({ value }) => value)
  if (samples.length > 1)
    throw new TrackerError(200, `The query ${query} has ${samples.length} series: it must have one.`)
  const value = Number(samples[0]?.[1] ?? Number.NaN)
  return Number.isFinite(value) ? value : null
}

const dayMs = 86_400_000
/** How long after the work measures are still read. */
const followedMs = 30 * dayMs

type Measuring = Pick<typeof changes.$inferSelect, 'actualEnd' | 'measures'> &
  Pick<typeof reviews.$inferSelect, 'secondLookOn'>

/**
 * True if a measure was not read by this source for a day, or not since the work ended or the result is looked at
 * again.
 */
function isDue({ actualEnd, secondLookOn }: Measuring, { readings }: Measure, source: string, now: Date): boolean {
  const last = readings.findLast((one) => one.source === source)
  const at = last === undefined ? 0 : Date.parse(last.taken_at)
  const isUnreadSince = (moment: string | null) =>
    moment !== null && at < Date.parse(moment) && Date.parse(moment) <= now.getTime()
  const isFollowed = actualEnd === null || now.getTime() <= Date.parse(actualEnd) + followedMs
  return (
    readings.length < maxReadings &&
    ((isFollowed && (at + dayMs <= now.getTime() || isUnreadSince(actualEnd))) || isUnreadSince(secondLookOn))
  )
}

/** Returns the connection that reads measures, the oldest one that is enabled; undefined without one. */
export async function findReader(db: Queryable): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .select()
    .from(connections)
    .where(and(eq(connections.kind, 'prometheus'), eq(connections.isEnabled, true)))
    .orderBy(asc(connections.createdAt), asc(connections.id))
    .limit(1)
  return row
}

export const nameSource = ({ name }: Pick<OpenConnection, 'name'>) => `Prometheus “${name}”`

/** Reads each measure that is due, by the oldest connection. The first refused query is thrown at the end. */
async function readMeasures(ctx: ConnectorContext, connection: OpenConnection): Promise<void> {
  const { db, now, requestId } = ctx
  if ((await findReader(db))?.id !== connection.id) return
  const source = nameSource(connection)
  const writer: Context = { db, now, requestId, actor: createSystemActor(connection.id, source) }
  const { number, actualEnd, measures } = changes
  const measured = await db
    .select({ number, actualEnd, measures, secondLookOn: reviews.secondLookOn })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, number))
    .where(and(sql`json_array_length(${measures}) > 0`, ne(changes.state, 'canceled')))
  let failure: unknown
  for (const change of measured)
    for (const measure of change.measures) {
      if (measure.query === null || !isDue(change, measure, source, now)) continue
      ctx.signal.throwIfAborted()
      try {
        const value = await readQuery(ctx, connection, measure.query)
        await addReading(writer, { number: change.number, id: measure.id }, { value, source })
        ctx.count({ read: 1 })
      } catch (error) {
        if (!(error instanceof TrackerError)) throw error
        failure ??= error
      }
    }
  if (failure !== undefined) throw failure
}

export const prometheusConnector: Connector = {
  check: async (ctx, connection) => [
    await runStep(
      'Query',
      'Check the URL and the token.',
      async () => ((await readQuery(ctx, connection, 'vector(1)')) === 1 ? 'A query was answered.' : 'No value.'),
      (error): error is Error => error instanceof TrackerError,
    ),
  ],
  run: readMeasures,
}
