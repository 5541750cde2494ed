import { desc, eq } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { inboundEvents } from '#server/schema/connections.ts'

const { id, receivedAt, status, outcome } = inboundEvents
const maxListed = 20

/** Lists the last events of a connection, newest first. */
export const listEvents = ({ db }: Pick<Context, 'db'>, connectionId: string) =>
  db
    .select({ id, receivedAt, status, outcome })
    .from(inboundEvents)
    .where(eq(inboundEvents.connectionId, connectionId))
    .orderBy(desc(receivedAt), desc(id))
    .limit(maxListed)
