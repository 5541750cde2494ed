import { hash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { parseOptions } from '#lib/contracts/connection-options.ts'
import { getChange } from '#server/changes/queries.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import type { Database } from '#server/platform/db/client.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { alertGroups, connections, deployments, inboundEvents } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyDecisions, policyRules } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { readInboundEvents } from './read-events.ts'

/** Adds a connection that sends events, without a secret, as these tests store the events themselves. */
export async function addSender(db: Database, kind: string, options: object = {}): Promise<string> {
  const { options: parsed, issues } = parseOptions(getKind(kind).options, options)
  if (!parsed) throw new Error(JSON.stringify(issues))
  const at = new Date().toISOString()
  const id = `con_${kind}`
  await db
    .insert(connections)
    .values({ id, kind, name: kind, options: parsed, createdAt: at, updatedAt: at, updatedBy: 'Test' })
    .onConflictDoNothing()
  return id
}

export type Sent = { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }

/** Stores events as received, in this order, except those that were stored before. */
export async function sendEvents(db: Database, connectionId: string, sent: readonly Sent[]): Promise<void> {
  const rows = sent.map(({ body, headers = {} }, index) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const at = new Date(Date.now() - sent.length + index).toISOString()
    return {
      id: `inb_${hash('sha256', `${connectionId}${text}`)}`,
      connectionId,
      headers,
      body: Buffer.from(text),
      deliveryId: hash('sha256', text),
      status: 'waiting' as const,
      receivedAt: at,
      nextAttemptAt: at,
    }
  })
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insert(inboundEvents)
      .values(rows.slice(start, start + 500))
      .onConflictDoNothing()
  }
}

export async function sendAndRead(db: Database, connectionId: string, sent: readonly Sent[]): Promise<void> {
  await sendEvents(db, connectionId, sent)
  await readInboundEvents(testContext(db, undefined, new Date()))
}

/** Reads the records that events led to, without identifiers and times of this run. */
export async function readStateOfEvents(db: Database) {
  const [deployed, changed, groups, opened] = await Promise.all([
    db.select().from(deployments).orderBy(deployments.connectionId, deployments.remoteId),
    db.select().from(changes).orderBy(changes.number),
    db.select().from(alertGroups),
    db
      .select({ incident: incidents, startedAt: alertGroups.startedAt, groupKey: alertGroups.groupKey })
      .from(incidents)
      .innerJoin(alertGroups, eq(alertGroups.incidentNumber, incidents.number))
      .orderBy(sql`split_part(${alertGroups.groupKey}, ' ', 1)`, alertGroups.startedAt),
  ])
  return {
    deployments: deployed.map(({ id: _, updatedAt: __, ...state }) => state),
    changes: changed.map(({ createdAt: _, updatedAt: __, version: ___, ...change }) => change),
    groups: groups.length,
    incidents: opened.map(
      ({ incident: { number: _, updatedAt: __, version: ___, search: ____, ...incident } }) => incident,
    ),
  }
}

const tables = [
  inboundEvents,
  deployments,
  alertGroups,
  connections,
  incidents,
  reviews,
  policyDecisions,
  policyRules,
  auditEvents,
  changes,
]

/** Provides a database that is empty before each test, with a new connection for JSON in `json`. */
export function provideInbound() {
  const database = provideTestDatabase()
  let json: string
  const clear = async () => {
    for (const table of tables) await database.db.delete(table)
    json = await addSender(database.db, 'json')
  }
  beforeEach(clear)
  const manager = () => testContext(database.db, testPerson('manager'), new Date())
  return {
    get db() {
      return database.db
    },
    /** Stores and reads deliveries of the connection `json`. */
    send: (...sent: readonly Sent[]) => sendAndRead(database.db, json, sent),
    get json() {
      return json
    },
    clear,
    manager,
    readChanges: (...numbers: string[]) => Promise.all(numbers.map((number) => getChange(manager(), number))),
    async findDeployment(remoteId: string) {
      const [row] = await readRows(database.db, deployments, { remoteId })
      return row
    },
  }
}

export const minute = (past: number) => new Date(Date.UTC(2026, 2, 1, 1, past)).toISOString()

/** Builds a delivery about a deployment of payments-db to production, as JSON. */
export const deployed = (id: string, status: string, past: number, more: object = {}) => ({
  body: { id, status, at: minute(past), service: 'payments-db', environment: 'production', ...more },
})

/** The first page of a list. */
export const all = { page: 1, limit: 50 }
