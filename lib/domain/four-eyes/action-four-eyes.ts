import { isEmail, matchesPerson, readPerson, readPersonText } from './same-person.ts'

/** A person in an action or its history: by account, or by a text that may be an e-mail address or a name. */
type NamedPerson = { readonly accountId?: string; readonly text?: string }

/** The person who wants to verify an action. */
export type Verifier = {
  readonly id?: string
  readonly email: string
  readonly name?: string
  /** Other texts that identify them, such as another e-mail address or a user name. */
  readonly others?: readonly string[]
}

/**
 * One write to an action, from its history. `writers` are the people responsible for it: the person who made it, or who
 * issued the token that made it; empty for a connection or a command.
 */
export type ActionWrite = {
  readonly kind: 'account' | 'token' | 'import' | 'system'
  readonly writers: readonly NamedPerson[]
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
}

/**
 * A way to take part in an action: the reason shown to a verifier, and a function that finds these people in a write.
 */
type ActionPart = {
  readonly reason: string
  readonly people: (write: ActionWrite) => readonly NamedPerson[]
}

/**
 * The fields that state who did an action or that it is done. Correcting any other field, such as the title, is no
 * part.
 */
const completionFields: ReadonlySet<string> = new Set([
  'owner',
  'status',
  'evidence',
  'done_at',
  'done_by',
  'closed_by',
])

/**
 * Every way to take part in an improvement action. A person who took part cannot verify it. The parts come from the
 * history, which only grows, so reassigning, returning, unlinking or reimporting an action does not remove a part.
 */
export const actionParts: Readonly<
  Record<'owned' | 'did' | 'evidenced' | 'closed' | 'linked' | 'imported', ActionPart>
> = {
  owned: {
    reason: 'you own or owned it',
    people: ({ changes }) => [...readNames(changes.owner?.from), ...readNames(changes.owner?.to)],
  },
  did: {
    reason: 'you set it to done',
    people: (write) => {
      const { kind, writers, changes } = write
      const isDone = changes.status?.to === 'done' && kind !== 'system' && !isRecheck(changes)
      return isDone ? [...(isCorrection(write) ? [] : writers), ...readNames(changes.done_by?.to)] : []
    },
  },
  evidenced: {
    reason: 'you wrote its evidence',
    people: ({ kind, writers, changes: { evidence, file } }) =>
      (typeof evidence?.to === 'string' || typeof file?.to === 'string') && kind !== 'system' ? writers : [],
  },
  closed: {
    reason: 'you closed its issue',
    people: ({ kind, changes }) => [
      ...(kind === 'system' ? readNames(changes.done_by?.to) : []),
      ...readNames(changes.closed_by?.to),
    ],
  },
  linked: {
    reason: 'you linked an issue to it',
    people: ({ writers, changes }) => (typeof changes.issue?.to === 'string' ? writers : []),
  },
  imported: {
    reason: 'you imported it',
    people: ({ kind, writers, changes }) => {
      const fields = Object.keys(changes)
      // An import that creates an action records no field.
      const isTelling = fields.length === 0 || fields.some((field) => completionFields.has(field))
      return kind === 'import' && isTelling ? writers : []
    },
  },
}

/**
 * Lists the texts by which trackers name the person who closed an issue, if Hindsight does not know that person and no
 * verifier has stated since who it was. Each of these texts may mean anybody.
 */
export function listUnstatedClosers(writes: readonly ActionWrite[]): string[] {
  const unstated = new Set<string>()
  for (const { kind, changes } of writes) {
    const { status, done_by: doer, closed_by: closer } = changes
    if (kind === 'account' && typeof closer?.to === 'string') unstated.clear()
    if (kind === 'system' && status?.to === 'done') {
      const text = closer?.to ?? doer?.to
      if (typeof text === 'string' && (closer !== undefined || !isEmail(text))) unstated.add(text)
    }
  }
  return [...unstated]
}

/** True for a recheck, which restores the action if it finds another failure. */
const isRecheck = (changes: ActionWrite['changes']) => changes.look_note !== undefined

/**
 * True for a correction of a verified action, which returns to done and needs verification again. The person who did
 * the action stays the same.
 */
const isCorrection = ({ kind, changes: { status, done_by: doer } }: ActionWrite) =>
  status?.from === 'verified' && (kind === 'account' || doer === undefined)

const readNames = (value: unknown): NamedPerson[] => (typeof value === 'string' ? [{ text: value }] : [])

/**
 * Returns a function that gives the reason why a person may not verify an action with these writes, such as `you own or
 * owned it`; null if they took no part.
 */
export function createPartFinder(writes: readonly ActionWrite[]): (person: Verifier) => string | null {
  const parts = Object.values(actionParts).map(({ reason, people }) => {
    const allPeople = writes.flatMap(people)
    const texts = new Set(allPeople.flatMap(({ text }) => text ?? []))
    return { reason, ids: new Set(allPeople.map(({ accountId }) => accountId)), texts: [...texts].map(readPersonText) }
  })
  return ({ id, others = [], ...person }) => {
    const people = [person, ...others.map((email) => ({ email }))].map(readPerson)
    const isNamed = (text: ReturnType<typeof readPersonText>) => people.some((one) => matchesPerson(text, one))
    return parts.find(({ ids, texts }) => (id !== undefined && ids.has(id)) || texts.some(isNamed))?.reason ?? null
  }
}

/** Lists the texts that name the people in these writes. */
export const listPeopleTexts = (writes: readonly ActionWrite[]): string[] =>
  Object.values(actionParts).flatMap(({ people }) => writes.flatMap(people).flatMap(({ text }) => text ?? []))
