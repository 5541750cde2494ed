import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { assertOriginal } from '#server/platform/installation.ts'
import { createOutgoing } from '#server/platform/outgoing/create-outgoing.ts'
import { getHostRules } from '#server/platform/outgoing/ip-address.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { connections } from '#server/schema/connections.ts'
import type { OpenConnection } from './connector.ts'

/** Creates the client of a connection, which keeps to the request limit across all processes. */
export function openClient(db: Queryable, { id, kind, options }: OpenConnection): Outgoing {
  const perMinute = 'requests_per_minute' in options ? options.requests_per_minute : 60
  const gap = sql`interval '1 millisecond' * ${60_000 / perMinute}::float8`
  return createOutgoing({
    kind,
    assertOriginal: () => assertOriginal(db),
    ...getHostRules(),
    async pace(signal) {
      const [turn] = await db
        .update(connections)
        .set({ nextRequestAt: sql`greatest(clock_timestamp(), ${connections.nextRequestAt} + ${gap})` })
        .where(eq(connections.id, id))
        .returning({
          waitMs: sql<number>`extract(epoch from ${connections.nextRequestAt} - clock_timestamp())::float8 * 1000`,
        })
      if (turn && turn.waitMs > 1) await sleep(turn.waitMs, undefined, signal ? { signal } : {})
    },
  })
}
