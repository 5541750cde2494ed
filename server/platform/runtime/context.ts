import type { Role, TokenRole, TokenScope, TokenSystem } from '#lib/contracts/endpoint.ts'
import { dayIn } from '#lib/time/local-day.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'

/**
 * Who acts: a bearer token, a person with a session, a command on the machine, or an anonymous caller. `zone` is the
 * time zone of their days, by default UTC.
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
  | { kind: 'system'; id: string; name: string; zone?: string }
  | { kind: 'anonymous'; id: string; name: string }

/** Who acts, as the history names them. */
export type ActorName = Pick<Actor, 'kind' | 'id' | 'name'>

/** The context of every query and command: database or transaction, actor, time, and request. */
export type Context = {
  readonly db: Queryable
  readonly actor: Actor
  readonly now: Date
  readonly requestId: string
}

/** The context of what happens within one transaction. */
export type TxContext = Context & { readonly db: Transaction }

/** The calendar day (YYYY-MM-DD) of the actor, in their time zone. */
export const todayOf = ({ actor, now }: Pick<Context, 'actor' | 'now'>): string =>
  dayIn(now.toISOString(), ('zone' in actor ? actor.zone : undefined) ?? 'UTC')

export const anonymous: Actor = { kind: 'anonymous', id: 'anonymous', name: 'anonymous' }
