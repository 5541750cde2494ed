import type { Role, TokenRole, TokenScope, TokenSystem } from '#lib/contracts/endpoint.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * The author of an action: a bearer token, a person with a session, a command on the machine, or an anonymous caller.
 * `zone` is the time zone in which a person sees times and is absent, by default UTC.
 */
export type Actor =
  | { kind: 'token'; id: string; name: string; system: TokenSystem; scope: TokenScope; role?: TokenRole | null }
  | {
      kind: 'account'
      id: string
      name: string
      email: string
      role: Role
      sessionId?: string
      zone?: string
      hasOwnZone?: boolean
    }
  | { kind: 'system'; id: string; name: string }
  | { kind: 'anonymous'; id: string; name: string }

/** The author of an action as the history stores it. */
export type ActorName = Pick<Actor, 'kind' | 'id' | 'name'>

/** The context of every query and command: database or transaction, actor, time, and request. */
export type Context = {
  readonly db: Queryable
  readonly actor: Actor
  readonly now: Date
  /** The time zone of the organisation, by default UTC. */
  readonly zone?: string | undefined
  readonly requestId: string
}

/** The context of one transaction: `db` is the transaction. */
export type TxContext = Context & { readonly db: Transaction }

/** The day (YYYY-MM-DD) of the organisation, which decides for everybody whether a record is due or overdue. */
export const getToday = ({ zone, now }: Pick<Context, 'zone' | 'now'>): string =>
  getDayInZone(now.toISOString(), zone ?? 'UTC')

/** The service itself as author, for a job or a connection: `id` identifies it, and the history shows the name. */
export const createSystemActor = (id: string, name = 'Hindsight'): Extract<Actor, { kind: 'system' }> => ({
  kind: 'system',
  id,
  name,
})

export const anonymous: Actor = { kind: 'anonymous', id: 'anonymous', name: 'anonymous' }

/** The signed-in person. Throws `forbidden` for any other actor. */
export function getActingAccount({ actor }: Context): Extract<Actor, { kind: 'account' }> {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'This is for signed-in people only.')
  return actor
}
