import type { Actor, Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'

/** The signed-in person who acts. Throws `forbidden` when it is no person: what has an owner needs one. */
export function actingAccount({ actor }: Context): Extract<Actor, { kind: 'account' }> {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'This is for people who are signed in.')
  return actor
}
