import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { alertGroups, connections, deployments, inboundEvents } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyDecisions, policyRules } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { addSender, type Sent, sendAndRead } from './testing-events.ts'

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
      const [row] = await database.db.select().from(deployments).where(eq(deployments.remoteId, remoteId))
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
