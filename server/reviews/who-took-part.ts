import { inArray, sql } from 'drizzle-orm'
import { type PartKind, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { TookPart } from '#lib/contracts/app/reviews.ts'
import { foldPersonText, type PersonResolution } from '#lib/domain/four-eyes/person-index.ts'
import { type Alias, findIdentities, findMeant, type Identities, listAliases } from '#server/people/identities.ts'
import { createPersonResolver } from '#server/people/person-resolver.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { type Entry, type Reviewed, readHistory } from './history-of-changes.ts'

/** A change with its implementer, by the current record. */
export type Participated = Reviewed & { readonly assigned_to: string | null }

/** Who took part in a change and its review, by the history and by the current implementer. */
export async function whoTookPart(db: Queryable, change: Participated): Promise<TookPart> {
  return takePart(db, change, (await readHistory(db, [change])).get(change.number) ?? [])
}

/** The same for a history that is already read. */
export async function takePart(db: Queryable, change: Participated, history: readonly Entry[]): Promise<TookPart> {
  const [took] = await takeParts(db, [{ change, history }])
  if (!took) throw new Error('Nobody was asked for.')
  return took
}

type Known = { readonly change: Participated; readonly history: readonly Entry[] }

/** The same for many changes, of which many have the same implementers. */
export async function takeParts(db: Queryable, known: readonly Known[]): Promise<TookPart[]> {
  const named = known.map(({ change, history }) => namedImplementers(change, history))
  const find = await findKnown(db, [...new Set(named.flatMap((texts) => [...texts.keys()]))])
  const aliases = known.length === 0 ? [] : await listAliases(db)
  const identities = oncePerList((emails) => findIdentities(db, emails, aliases))
  const took: TookPart[] = []
  for (const [index, { history }] of known.entries()) {
    took.push(await takePartIn(named[index] ?? new Map(), history, { find, aliases, identities }))
  }
  return took
}

/** Asks once for each list of texts. */
function oncePerList<Answer>(ask: (texts: readonly string[]) => Promise<Answer>) {
  const answers = new Map<string, Promise<Answer>>()
  return (texts: readonly string[]) => {
    const key = JSON.stringify(texts)
    const answer = answers.get(key) ?? ask(texts)
    answers.set(key, answer)
    return answer
  }
}

type Lookups = {
  readonly find: (text: string) => Found
  readonly aliases: readonly Alias[]
  readonly identities: (emails: readonly string[]) => Promise<Identities>
}

async function takePartIn(
  named: ReadonlyMap<string, boolean>,
  history: readonly Entry[],
  { find, aliases, identities }: Lookups,
): Promise<TookPart> {
  const texts = [...named].map(([text, isStated]) => ({ text, isStated, ...find(text) }))
  const parts = new Map<string, TookPart['parts'][number]>()
  const add = (kind: PartKind, person: string | null) => {
    if (person !== null) parts.set(`${kind} ${foldPersonText(person)}`, { kind, person })
  }
  for (const { email } of texts) add('implemented', email)
  const unknown = texts.filter(({ isAddress }) => !isAddress).map(({ text }) => text)
  for (const email of findMeant(unknown, aliases)) add('implemented', email)
  for (const entry of history) for (const [kind, person] of partsOfEntry(entry)) add(kind, person)
  const implementers = [...parts.values()].filter(({ kind }) => kind === 'implemented').map(({ person }) => person)
  const { names, twins, listers } = await identities(implementers)
  for (const twin of twins) add('implemented', twin)
  for (const lister of listers) add('listed', lister)
  return {
    parts: [...parts.values()],
    unresolved: unknown,
    names: [...names],
    unstated: texts.filter(({ email, isStated }) => email === null && !isStated).map(({ text }) => text),
  }
}

/** The texts that ever named the implementer, and whether a manager has stated since who it was. */
function namedImplementers(change: Participated, history: readonly Entry[]): ReadonlyMap<string, boolean> {
  const named = new Map<string, boolean>()
  let hasStatement = false
  const add = (text: unknown, isStated: boolean) => {
    if (typeof text === 'string' && text.trim() !== '' && !named.has(text)) named.set(text, isStated)
  }
  for (const { entity, changes } of history) {
    const field = entity === 'change' ? changes.assigned_to : undefined
    // A former value that no earlier entry brought was there before the first statement.
    add(field?.from, hasStatement)
    add(field?.to, false)
    if (entity === 'review' && typeof changes.implementer?.to === 'string') {
      hasStatement = true
      for (const text of named.keys()) named.set(text, true)
    }
  }
  add(change.assigned_to, hasStatement)
  return named
}

type Taken = readonly [PartKind, string | null]

/** The parts that an entry of the history shows, besides the implementers whom the change names. */
function partsOfEntry({ entity, actorKind, changes, person }: Entry): readonly Taken[] {
  const isOutcome = Object.keys(changes).some((field) => field.startsWith('pir_'))
  if (actorKind === 'import') return isOutcome ? [['imported', person]] : []
  const isCurrent = 'submitted_through' in changes || 'completed_through' in changes
  if (actorKind === 'token') return isOutcome || isCurrent ? [['issued_token', person]] : []
  if (entity === 'change') return []
  const addresses = [changes.submitted_by?.from, changes.submitted_by?.to].filter((value) => typeof value === 'string')
  const stated = [changes.implementer?.from, changes.implementer?.to].filter((value) => typeof value === 'string')
  const taken: Taken[] = [
    ...addresses.map((address) => ['submitted', address] as const),
    ...stated.map((address) => ['implemented', address] as const),
  ]
  if (actorKind !== 'account') return taken
  const isWritten = Object.keys(changes).some((field) => reviewSteps.some((step) => field.startsWith(`${step}.`)))
  if (isWritten) taken.push(['wrote', person])
  // An answer that somebody proposed and the actor took over is also the answer of who proposed it.
  if (typeof changes.proposed_by?.to === 'string') taken.push(['wrote', changes.proposed_by.to])
  const isSigned = 'signed_off_by' in changes
  if (changes.status?.to === 'completed' && !isSigned) taken.push(['completed', person])
  if (changes.status?.to === 'awaiting_sign_off') taken.push(['submitted', person])
  return taken
}

type Found = {
  /** Address of the one person whom the text names; null for nobody, or several. */
  readonly email: string | null
  /** The text is that address, and not a name. */
  readonly isAddress: boolean
}

/**
 * Finds the people whom texts name among accounts and directory. An address counts only if it is known: no form makes
 * one a person.
 */
export async function findKnown(db: Queryable, texts: readonly string[]): Promise<(text: string) => Found> {
  const wanted = texts.map(foldPersonText)
  const [signedUp, directory] =
    wanted.length === 0
      ? [[], []]
      : await Promise.all([
          db.select({ email: accounts.email }).from(accounts).where(inArray(accounts.email, wanted)),
          db
            .select({ email: users.email })
            .from(users)
            .where(sql`${folded(users.email)} = any(${sql.param(wanted)}::text[])`),
        ])
  const known = new Map([...directory, ...signedUp].map(({ email }) => [foldPersonText(email), email]))
  const others = texts.filter((text) => !known.has(foldPersonText(text)))
  const find = others.length === 0 ? nobody : await createPersonResolver(db).resolve(others)
  return (text) => {
    const address = known.get(foldPersonText(text))
    if (address !== undefined) return { email: address, isAddress: true }
    const found = find(text)
    return { email: found.kind === 'known' ? found.email : null, isAddress: false }
  }
}

const nobody = (): PersonResolution => ({ kind: 'unknown' })

export type KnownPerson = { readonly email: string; readonly name: string }

/** The people who have accounts with these addresses, by them. */
export async function findPeople(db: Queryable, emails: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>> {
  const people = await db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.email, [...new Set(emails)]))
  return new Map(people.map((person) => [person.email, person]))
}
