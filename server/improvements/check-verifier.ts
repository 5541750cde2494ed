import {
  type ActionWrite,
  createPartFinder,
  listPeopleTexts,
  listUnstatedClosers,
  type Verifier,
} from '#lib/domain/four-eyes/action-four-eyes.ts'
import { joinQuoted } from '#lib/domain/four-eyes/four-eyes.ts'
import type { VerifierObjections } from '#lib/domain/improvements/improvement-status.ts'
import { findOtherTexts } from '#server/people/identities.ts'
import { createPersonResolver } from '#server/people/person-resolver.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import type { VersionedImprovement } from './queries.ts'
import { readWritesOfAction } from './writes-of-action.ts'

type VerifierCheck = {
  readonly against: VerifierObjections
  /** E-mail address of the person who closed the issue, as stated by the actor; null if not stated. */
  readonly stated: string | null
}

/**
 * Checks the history of an action against its actor as the verifier. `closedBy` states who closed its issue, where
 * nobody knows.
 */
export async function checkVerifier(
  { db, actor }: Context,
  action: VersionedImprovement,
  closedBy: string | undefined,
): Promise<VerifierCheck> {
  // Another rule keeps tokens from verifying.
  if (actor.kind !== 'account') return { against: { part: null, closer: null }, stated: null }
  const writes = await readWritesOfAction(db, action)
  const part = (await findParts(db, writes))(actor)
  if (closedBy === undefined) {
    const unstated = listUnstatedClosers(writes)
    const issue = `must be the e-mail address of who closed its issue: the tracker names ${joinQuoted(unstated)}, who is not known`
    return { against: { part, closer: unstated.length === 0 ? null : issue }, stated: null }
  }
  const closer = (await createPersonResolver(db).resolve([closedBy]))(closedBy)
  if (closer.kind !== 'known') {
    const issue = `must be a person with an account or in the directory: nobody there has the address ${closedBy}`
    return { against: { part, closer: issue }, stated: null }
  }
  const stating: ActionWrite = {
    kind: 'account',
    writers: [],
    changes: { closed_by: { from: null, to: closer.email } },
  }
  return { against: { part: part ?? (await findParts(db, [stating]))(actor), closer: null }, stated: closer.email }
}

/**
 * Finds the parts that people took in an action by these writes, under any of their e-mail addresses. The returned
 * function gives null for a person without a part.
 */
export async function findParts(
  db: Queryable,
  writes: readonly ActionWrite[],
): Promise<(person: Verifier) => string | null> {
  const findPart = createPartFinder(writes)
  const findOthers = await findOtherTexts(db, listPeopleTexts(writes))
  return (person) => findPart({ ...person, others: findOthers(person) })
}
