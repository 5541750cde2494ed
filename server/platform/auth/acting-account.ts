import { AppError } from '#server/platform/errors.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'

/** The signed-in person. Throws `forbidden` for any other actor. */
export function getActingAccount({ actor }: Context): Extract<Actor, { kind: 'account' }> {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'This is for signed-in people only.')
  return actor
}
