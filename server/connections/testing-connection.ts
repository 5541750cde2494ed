import type { z } from 'zod'
import { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { testNow } from '#server/platform/runtime/testing-context.ts'
import { connectionRecords, connections, connectionWrites } from '#server/schema/connections.ts'

type Options = { writes?: z.input<typeof ServiceNowOptions>['writes']; perMinute?: number }

/** The options of a connection that writes everything back. */
export const everyWrite: Options['writes'] = {
  review: true,
  correlation_id: true,
  close: true,
  caused_by: true,
  work_note: true,
  lessons: true,
  improvements: 'change_task',
}

/** Inserts an enabled connection to a ServiceNow that signs in with a password. */
export async function insertServiceNow(
  db: Queryable,
  id: string,
  { writes, perMinute = 6000, ...values }: Options & Partial<typeof connections.$inferInsert> = {},
): Promise<string> {
  const at = testNow.toISOString()
  const sign_in = { method: 'basic', user: 'hindsight' }
  const options = ServiceNowOptions.parse({ sign_in, requests_per_minute: perMinute, writes })
  await db
    .insert(connections)
    .values({ id, kind: 'servicenow', name: id, options, createdAt: at, updatedAt: at, updatedBy: 'test', ...values })
  return id
}

/** Links a local record to a remote one in a table of ServiceNow. */
export async function knowRecord(
  db: Queryable,
  connectionId: string,
  [entity, key]: readonly [entity: string, key: string],
  [stream, remoteId]: readonly [stream: string, remoteId: string],
): Promise<void> {
  await db
    .insert(connectionRecords)
    .values({ connectionId, stream, remoteId, entity, key, readAt: testNow.toISOString() })
}

/** Inserts a write to a connection: by default of a review, which waits. */
export async function insertWrite(
  db: Queryable,
  connectionId: string,
  id: string,
  values: Partial<typeof connectionWrites.$inferInsert> = {},
): Promise<void> {
  const at = testNow.toISOString()
  const write = {
    dedupeKey: id,
    entity: 'change',
    key: 'CHG1',
    payload: { kind: 'review' },
    status: 'waiting',
  } as const
  await db.insert(connectionWrites).values({ id, connectionId, ...write, nextAttemptAt: at, createdAt: at, ...values })
}
