import type { Transaction } from '#server/platform/db/client.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import type { deployments } from '#server/schema/connections.ts'

export type DeploymentRow = typeof deployments.$inferSelect

/** Context in which deployment events are applied; the history names the connection as the actor. */
export type EventContext = Omit<Context, 'actor' | 'db'> & { readonly db: Transaction; readonly actor: ActorName }
