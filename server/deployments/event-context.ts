import type { Transaction } from '#server/platform/db/client.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import type { deployments } from '#server/schema/connections.ts'

export type DeploymentRow = typeof deployments.$inferSelect

/** The context of the work on events; the history names the connection as the author. */
export type EventContext = Omit<Context, 'actor' | 'db'> & { readonly db: Transaction; readonly actor: ActorName }
