import { eq } from 'drizzle-orm'
import type { signOffReview } from '#lib/contracts/app/review-sign-off.ts'
import type { BodyOf, Endpoint } from '#lib/contracts/endpoint.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { authorize } from '#server/platform/auth/caller.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { reviews } from '#server/schema/reviews.ts'
import { type PersonKey, people, spellings, spellPerson } from './cast.ts'
import type { Fact } from './facts.ts'
import type { World } from './world.ts'

/** Actors: the people, a service account, and the write token of the system of record. */
export type ActorKey = PersonKey | 'service' | 'script'

/** A drawn operation. The operation decides what `choice` selects. */
export type Draw = { readonly who: ActorKey; readonly whom: PersonKey; readonly choice: number }

/** Markers by which a sign-off refers to the state that was read. */
type ReadMarkers = Pick<BodyOf<typeof signOffReview>, 'submitted_at' | 'change_updated_at'>

/** The change and the action of one history. */
export type HistoryStage = {
  readonly world: World
  readonly number: string
  readonly actionId: string
  readonly issueKey: string
  readonly actionOwner: PersonKey
  /** Imports of people that may be undone, oldest first. */
  readonly imports: { readonly id: string; readonly kind: ImportKind }[]
  /** Markers of the submitted review and its change that each actor last read. */
  readonly read: Map<ActorKey, ReadMarkers>
}

/** An operation through one door of the service. Returns the observed facts, and throws the refusals of the service. */
export type Door = (stage: HistoryStage, draw: Draw) => Promise<readonly Fact[]>

export function getActor({ world }: HistoryStage, key: ActorKey): Actor {
  if (key === 'service' || key === 'script') return world[key]
  const person = people[key]
  return { ...person, name: world.renamed.get(person.id) ?? person.name }
}

export const isPerson = (key: ActorKey): key is PersonKey => key in people

/** Creates the context in which an actor calls an endpoint. Throws if the endpoint declares that they may not. */
export function createCallerContext(
  stage: HistoryStage,
  endpoint: Pick<Endpoint, 'name' | 'access' | 'method'>,
  key: ActorKey,
): Context {
  const actor = getActor(stage, key)
  stage.world.called.add(endpoint.name)
  authorize(endpoint, actor)
  return stage.world.as(actor)
}

export const toPartFacts = (part: Extract<Fact, { is: 'part' }>['part'], who: ActorKey): Fact[] =>
  isPerson(who) ? [{ is: 'part', part, who }] : []

export const toActionFacts = (who: ActorKey): Fact[] => (isPerson(who) ? [{ is: 'took', who }] : [])

/** Returns the reference of the review of the change. Throws when there is none yet. */
export async function findReference({ world, number }: HistoryStage): Promise<string> {
  const [review] = await world.db
    .select({ reference: reviews.reference })
    .from(reviews)
    .where(eq(reviews.changeNumber, number))
  if (!review) throw new NothingToDo()
  return review.reference
}

/** An operation that does not apply now, such as one on a review that does not exist. */
export class NothingToDo extends Error {
  override readonly name = 'NothingToDo'
}

export const pick = <Item>(items: readonly Item[], choice: number): Item => items[choice % items.length] as Item

/** Writes the implementer in some spelling, and returns the facts about them. */
export function createImplementer({ whom, choice }: Draw): { text: string; facts: Fact[] } {
  const spelling = pick(spellings, choice)
  const text = spellPerson(whom, spelling)
  const named: Fact[] = spelling === 'text' ? [{ is: 'unresolved', text }] : []
  return { text, facts: [{ is: 'part', part: 'implemented', who: whom }, ...named] }
}
