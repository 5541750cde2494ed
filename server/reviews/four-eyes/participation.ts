import { inArray } from 'drizzle-orm'
import { type PartKind, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import { type Alias, findMeant, type Identities, listAliases, readIdentities } from '#server/people/identities.ts'
import { findNamedPeople } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { type HistoryEntry, type HistorySubject, readHistory } from './history-of-changes.ts'

/** A change with the implementer in its current record. */
export type ImplementedChange = HistorySubject & { readonly assigned_to: string | null }

type ChangeWithHistory = { readonly change: ImplementedChange; readonly history: readonly HistoryEntry[] }

/** Finds the people who took part in a change and its review, by the history and by the current implementer. */
export async function readParticipation(db: Queryable, change: ImplementedChange): Promise<Participation> {
  return findParticipation(db, change, (await readHistory(db, [change])).get(change.number) ?? [])
}

/** Finds the people who took part in a change and its review, by a history that is already read. */
export async function findParticipation(
  db: Queryable,
  change: ImplementedChange,
  history: readonly HistoryEntry[],
): Promise<Participation> {
  const [found] = await findParticipations(db, [{ change, history }])
  if (!found) throw new Error('findParticipations returned no entry.')
  return found.participation
}

/** Adds to each change the people who took part in it and its review. All people are looked up together. */
export async function findParticipations<Change extends ChangeWithHistory>(
  db: Queryable,
  changes: readonly Change[],
): Promise<(Change & { readonly participation: Participation })[]> {
  if (changes.length === 0) return []
  const withImplementers = changes.map((subject) => ({
    subject,
    implementers: listImplementerTexts(subject.change, subject.history),
  }))
  const texts = withImplementers.flatMap(({ implementers }) => [...implementers.keys()])
  const find = await findNamedPeople(db, [...new Set(texts)])
  const aliases = await listAliases(db)
  const withParts = withImplementers.map(({ subject, implementers }) => ({
    subject,
    named: readParts(implementers, subject.history, { find, aliases }),
  }))
  const people = withParts.flatMap(({ named }) => named.parts.map(({ person }) => person))
  const identities = await readIdentities(db, [...new Set(people)], aliases)
  return withParts.map(({ subject, named }) => ({ ...subject, participation: addOtherEmails(named, identities) }))
}

type Lookups = {
  readonly find: Awaited<ReturnType<typeof findNamedPeople>>
  readonly aliases: readonly Alias[]
}

/** Finds the parts of the people whom history and record name. */
function readParts(
  implementers: ReadonlyMap<string, boolean>,
  history: readonly HistoryEntry[],
  { find, aliases }: Lookups,
): Omit<Participation, 'names'> {
  const texts = [...implementers].map(([text, isStated]) => ({ text, isStated, ...find(text) }))
  const unresolved = texts.filter(({ isEmail }) => !isEmail).map(({ text }) => text)
  return {
    parts: listDistinctParts([
      ...texts.map(({ email }) => ['implemented', email] as const),
      ...findMeant(unresolved, aliases).map((email) => ['implemented', email] as const),
      ...history.flatMap(readPartsOfEntry),
      ['reviewed', findReviewer(history)],
    ]),
    unresolved,
    unstated: texts.filter(({ email, isStated }) => email === null && !isStated).map(({ text }) => text),
  }
}

/** Adds the other e-mail addresses of the people who took part, and the names of the implementers. */
function addOtherEmails(
  { parts, ...participation }: ReturnType<typeof readParts>,
  identities: ReadonlyMap<string, Identities>,
): Participation {
  const implementers = parts
    .filter(({ kind }) => kind === 'implemented')
    .flatMap(({ person }) => identities.get(person) ?? [])
  return {
    ...participation,
    parts: listDistinctParts([
      ...parts.map(({ kind, person }) => [kind, person] as const),
      ...parts.flatMap(({ kind, person }) =>
        (identities.get(person)?.twins ?? []).map((twin) => [kind, twin] as const),
      ),
      ...implementers.flatMap(({ listers }) => listers).map((lister) => ['listed', lister] as const),
    ]),
    names: [...new Set(implementers.flatMap(({ names }) => names))],
  }
}

/** Returns each part once, without parts that belong to nobody. */
function listDistinctParts(all: readonly PartOfEmail[]): Participation['parts'] {
  const parts = new Map<string, Participation['parts'][number]>()
  for (const [kind, person] of all) {
    if (person !== null) parts.set(`${kind} ${foldPersonText(person)}`, { kind, person })
  }
  return [...parts.values()]
}

/** Lists the texts that ever named the implementer. The value is true if a manager has since stated who it was. */
function listImplementerTexts(
  change: ImplementedChange,
  history: readonly HistoryEntry[],
): ReadonlyMap<string, boolean> {
  const texts = new Map<string, boolean>()
  let hasStatement = false
  const add = (text: unknown, isStated: boolean) => {
    if (typeof text === 'string' && text.trim() !== '' && !texts.has(text)) texts.set(text, isStated)
  }
  for (const { entity, changes } of history) {
    const field = entity === 'change' ? changes.assigned_to : undefined
    // A former value that no earlier entry wrote was present before the first statement.
    add(field?.from, hasStatement)
    add(field?.to, false)
    if (entity === 'review' && typeof changes.implementer?.to === 'string') {
      hasStatement = true
      for (const text of texts.keys()) texts.set(text, true)
    }
  }
  add(change.assigned_to, hasStatement)
  return texts
}

/** Finds the current reviewer, so that another address of the same person counts too. */
function findReviewer(history: readonly HistoryEntry[]): string | null {
  const reviewer = history.findLast(({ entity, changes }) => entity === 'review' && 'reviewer' in changes)?.changes
    .reviewer
  return typeof reviewer?.to === 'string' ? reviewer.to : null
}

type PartOfEmail = readonly [PartKind, string | null]

/** Lists the parts that an entry of the history shows, besides the implementers whom the change names. */
function readPartsOfEntry({ entity, actorKind, changes, person }: HistoryEntry): readonly PartOfEmail[] {
  const isOutcome = Object.keys(changes).some((field) => field.startsWith('pir_'))
  if (actorKind === 'import') return isOutcome ? [['imported', person]] : []
  const isCurrent = 'submitted_through' in changes || 'completed_through' in changes
  if (actorKind === 'token') return isOutcome || isCurrent ? [['issued_token', person]] : []
  if (entity === 'change') return []
  const emails = [changes.submitted_by?.from, changes.submitted_by?.to].filter((value) => typeof value === 'string')
  const stated = [changes.implementer?.from, changes.implementer?.to].filter((value) => typeof value === 'string')
  const parts: PartOfEmail[] = [
    ...emails.map((email) => ['submitted', email] as const),
    ...stated.map((email) => ['implemented', email] as const),
  ]
  if (actorKind !== 'account') return parts
  const isWritten = Object.keys(changes).some((field) => reviewSteps.some((step) => field.startsWith(`${step}.`)))
  if (isWritten) parts.push(['wrote', person])
  // The person who proposed an accepted answer wrote it too.
  if (typeof changes.proposed_by?.to === 'string') parts.push(['wrote', changes.proposed_by.to])
  const isSigned = 'signed_off_by' in changes
  if (changes.status?.to === 'completed' && !isSigned) parts.push(['completed', person])
  if (changes.status?.to === 'awaiting_sign_off') parts.push(['submitted', person])
  return parts
}

/** A person who has an account. */
export type PersonWithAccount = { readonly email: string; readonly name: string }

/** Finds the people with accounts of these e-mail addresses, by e-mail. */
export async function findPeople(
  db: Queryable,
  emails: readonly string[],
): Promise<ReadonlyMap<string, PersonWithAccount>> {
  const people = await db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.email, [...new Set(emails)]))
  return new Map(people.map((person) => [person.email, person]))
}
