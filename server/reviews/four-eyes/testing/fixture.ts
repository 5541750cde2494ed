import { eq } from 'drizzle-orm'
import { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import type { signOffReview } from '#lib/contracts/app/review-sign-off.ts'
import type { BodyOf, Role } from '#lib/contracts/endpoint.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { defaultRules } from '#lib/domain/policy/default-rules.ts'
import { connectFake, createFake } from '#server/connections/trackers/testing-fakes.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { readRules } from '#server/policy/rules.ts'
import { createPolicyRule, updatePolicyRule } from '#server/reviews/policy/rule-commands.ts'
import { accounts } from '#server/schema/access.ts'
import { reviews } from '#server/schema/reviews.ts'
import { type Fact, type PersonKey, people, type RuleName, spellings, spellPerson } from './model.ts'

export const namesOfRules: readonly RuleName[] = ['emergency', 'high_risk', 'incident', 'overrun']

const byRule = <Value>(of: (name: RuleName) => Value) =>
  Object.fromEntries(namesOfRules.map((name) => [name, of(name)])) as Record<RuleName, Value>

/** The rules that ask for a sign-off, by their names in the model. */
export const askingRules = byRule((name) =>
  NewPolicyRule.strip().parse({ ...defaultRules.find(({ id }) => id === `rule_${name}`), needs_sign_off: true }),
)

const connection: Actor = { kind: 'system', id: 'con_servicenow', name: 'ServiceNow “main”' }
const job: Actor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' }

/**
 * Opens the installation in which histories happen, one after the other, each with its own change and action. `db` must
 * be migrated and empty.
 */
export async function openFixture(db: Database) {
  let clock = Date.parse('2026-03-10T12:00:00.000Z')
  const as = (actor: Actor): Context => testContext(db, actor, new Date(clock))
  const at = new Date(clock).toISOString()
  const stamps = { origin: 'entry', createdAt: at, updatedAt: at }
  const everyone = Object.values(people)
  await db.insert(accounts).values(everyone.map(({ id, email, name, role }) => ({ id, email, name, role, ...stamps })))
  await createDefaultRules(as(job))
  const ruleIds = byRule((name) => `rule_${name}`)
  for (const { id } of await readRules(db)) {
    const isAsking = Object.values(ruleIds).includes(id)
    await updatePolicyRule(as(people.ada), id, isAsking ? { needs_sign_off: true } : { is_active: false })
  }
  const issue = async (name: string, system: 'app' | 'itsm', role: 'manager' | null): Promise<Actor> => {
    const input = { name, system, scope: 'write', role, expiresAt: null, origin: 'entry' } as const
    const { token } = await createToken(as(people.ada), input)
    return { kind: 'token', id: token.id, name, system, scope: 'write', role }
  }
  const shown = Object.fromEntries(everyone.map(({ email, name }) => [email, name]))
  const fake = createFake('jira', { now: () => clock, people: shown })
  const tracker = await connectFake(db, fake)
  const renamed = new Map<string, string>()
  const roles = new Map<string, Role>()
  const changed = new Set<string>()
  return {
    db,
    as,
    connection,
    job,
    /** A service account with the role manager, and a write token of the system of record; an admin issued both. */
    service: await issue('Reporting', 'app', 'manager'),
    script: await issue('Sync', 'itsm', null),
    /** Identifiers of the rules that ask for a sign-off. Somebody may delete the rules and create them again. */
    ruleIds,
    issues: fake.store,
    trackerId: tracker.id,
    /** Reads the tracker like its job. */
    readTracker: () => tracker.run(new Date(clock)),
    /** The names of people whose accounts were renamed, by their identifiers. */
    renamed,
    /** Current roles of people who got another one, by their identifiers. */
    roles,
    /** Identifiers of accounts that somebody disabled or erased. */
    changed,
    async restoreAccounts() {
      for (const { id, name, email, role } of everyone) {
        if (renamed.delete(id)) await updateAccount(as(people.ada), id, { name })
        const isOther = roles.delete(id) || changed.has(id)
        if (isOther) await db.update(accounts).set({ name, email, role, isDisabled: false }).where(eq(accounts.id, id))
        changed.delete(id)
      }
    },
    /** Lets a minute pass. */
    pass() {
      clock += 60_000
    },
    /** Sets the policy back to the default rules. */
    async restorePolicy() {
      const stored = new Set((await readRules(db)).map(({ id }) => id))
      for (const name of namesOfRules) {
        if (stored.has(ruleIds[name])) await updatePolicyRule(as(people.ada), ruleIds[name], askingRules[name])
        else ruleIds[name] = (await createPolicyRule(as(people.ada), askingRules[name])).id
      }
    },
  }
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>

/** Actors: the people, a service account, and the write token of the system of record. */
export type ActorKey = PersonKey | 'service' | 'script'

/** A drawn operation. The operation decides what `choice` selects. */
export type Draw = { readonly who: ActorKey; readonly whom: PersonKey; readonly choice: number }

/** Markers by which a sign-off refers to the state that was read. */
type ReadMarkers = Pick<BodyOf<typeof signOffReview>, 'submitted_at' | 'change_updated_at'>

/** The change and the action of one history. */
export type HistoryRecords = {
  readonly fixture: Fixture
  readonly number: string
  readonly actionId: string
  readonly issueKey: string
  readonly actionOwner: PersonKey
  /** Imports of people that may be undone, oldest first. */
  readonly imports: { readonly id: string; readonly kind: ImportKind }[]
  /** Markers of the submitted review and its change that each actor last read. */
  readonly read: Map<ActorKey, ReadMarkers>
}

export function getActor(fixture: Fixture, key: ActorKey): Actor {
  if (key === 'service' || key === 'script') return fixture[key]
  const person = people[key]
  const { id, name, role } = person
  return { ...person, name: fixture.renamed.get(id) ?? name, role: fixture.roles.get(id) ?? role }
}

export const isPerson = (key: ActorKey): key is PersonKey => key in people

export const toPartFacts = (part: Extract<Fact, { is: 'part' }>['part'], who: ActorKey): Fact[] =>
  isPerson(who) ? [{ is: 'part', part, who }] : []

export const toActionFacts = (who: ActorKey): Fact[] => (isPerson(who) ? [{ is: 'took', who }] : [])

/** Returns the reference of the review of the change. Throws when there is none yet. */
export async function findReference({ fixture, number }: HistoryRecords): Promise<string> {
  const [review] = await fixture.db
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
