import { inArray, sql } from 'drizzle-orm'
import { type PartKind, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { TookPart } from '#lib/contracts/app/reviews.ts'
import { foldPersonText, type PersonResolution } from '#lib/domain/four-eyes/person-index.ts'
import { type Alias, findMeant, type Identities, listAliases, readIdentities } from '#server/people/identities.ts'
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

/** Who took part in a change and its review, by a history that is already read. */
export async function takePart(db: Queryable, change: Participated, history: readonly Entry[]): Promise<TookPart> {
  const [took] = await takeParts(db, [{ change, history }])
  if (!took) throw new Error('Nobody was asked for.')
  return took
}

type Known = { readonly change: Participated; readonly history: readonly Entry[] }

/** Who took part in many changes and their reviews; all people are looked up at once. */
export async function takeParts(db: Queryable, known: readonly Known[]): Promise<TookPart[]> {
  if (known.length === 0) return []
  const named = known.map(({ change, history }) => namedImplementers(change, history))
  const find = await findKnown(db, [...new Set(named.flatMap((texts) => [...texts.keys()]))])
  const aliases = await listAliases(db)
  const written = known.map(({ history }, index) => readParts(named[index] ?? new Map(), history, { find, aliases }))
  const people = written.flatMap(({ parts }) => parts.map(({ person }) => person))
  const identities = await readIdentities(db, [...new Set(people)], aliases)
  return written.map((one) => withOtherAddresses(one, identities))
}

type Lookups = { readonly find: (text: string) => Found; readonly aliases: readonly Alias[] }

/** The parts by the addresses that history and record name. */
function readParts(
  named: ReadonlyMap<string, boolean>,
  history: readonly Entry[],
  { find, aliases }: Lookups,
): Omit<TookPart, 'names'> {
  const texts = [...named].map(([text, isStated]) => ({ text, isStated, ...find(text) }))
  const unresolved = texts.filter(({ isAddress }) => !isAddress).map(({ text }) => text)
  return {
    parts: distinct([
      ...texts.map(({ email }) => ['implemented', email] as const),
      ...findMeant(unresolved, aliases).map((email) => ['implemented', email] as const),
      ...history.flatMap(partsOfEntry),
    ]),
    unresolved,
    unstated: texts.filter(({ email, isStated }) => email === null && !isStated).map(({ text }) => text),
  }
}

/** Adds the other addresses of who took part, and what only the implementers are known by. */
function withOtherAddresses(
  { parts, ...took }: ReturnType<typeof readParts>,
  identities: ReadonlyMap<string, Identities>,
): TookPart {
  const implementers = parts
    .filter(({ kind }) => kind === 'implemented')
    .flatMap((one) => identities.get(one.person) ?? [])
  return {
    ...took,
    parts: distinct([
      ...parts.map(({ kind, person }) => [kind, person] as const),
      ...parts.flatMap(({ kind, person }) =>
        (identities.get(person)?.twins ?? []).map((twin) => [kind, twin] as const),
      ),
      ...implementers.flatMap(({ listers }) => listers).map((lister) => ['listed', lister] as const),
    ]),
    names: [...new Set(implementers.flatMap(({ names }) => names))],
  }
}

/** Each part once; nobody is null. */
function distinct(taken: readonly Taken[]): TookPart['parts'] {
  const parts = new Map<string, TookPart['parts'][number]>()
  for (const [kind, person] of taken) {
    if (person !== null) parts.set(`${kind} ${foldPersonText(person)}`, { kind, person })
  }
  return [...parts.values()]
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
