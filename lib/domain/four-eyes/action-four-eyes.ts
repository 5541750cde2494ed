import { isEmail } from './same-person.ts'

/** One write to an action, from its history. */
export type ActionWrite = {
  readonly kind: 'account' | 'token' | 'import' | 'system'
  /** E-mail address of the person who made it, or who issued the token that did; null for a connection or a command. */
  readonly writer: string | null
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
}

/**
 * A way to take part in an action: the reason shown to a verifier, and a function that finds these people in a write, by
 * e-mail address or another text. A value that is no text is nobody.
 */
type ActionPart = { readonly reason: string; readonly people: (write: ActionWrite) => readonly unknown[] }

export type ActionPartKind = 'owned' | 'did' | 'evidenced' | 'closed' | 'linked' | 'imported'

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
 * Every way to take part in an improvement action. A person who took part cannot verify it. Parts are recorded and stay,
 * so reassigning, returning, unlinking or reimporting an action does not remove one.
 */
export const actionParts: Readonly<Record<ActionPartKind, ActionPart>> = {
  owned: {
    reason: 'you own or owned it',
    people: ({ changes }) => [changes.owner?.from, changes.owner?.to],
  },
  did: {
    reason: 'you set it to done',
    people: (write) => {
      const { kind, writer, changes } = write
      const isDone = changes.status?.to === 'done' && kind !== 'system' && !isRecheck(changes)
      return isDone ? [isCorrection(write) ? null : writer, changes.done_by?.to] : []
    },
  },
  evidenced: {
    reason: 'you wrote its evidence',
    people: ({ kind, writer, changes: { evidence, file } }) =>
      (typeof evidence?.to === 'string' || typeof file?.to === 'string') && kind !== 'system' ? [writer] : [],
  },
  closed: {
    reason: 'you closed its issue',
    people: ({ kind, changes }) => [kind === 'system' ? changes.done_by?.to : null, changes.closed_by?.to],
  },
  linked: {
    reason: 'you linked an issue to it',
    people: ({ writer, changes }) => (typeof changes.issue?.to === 'string' ? [writer] : []),
  },
  imported: {
    reason: 'you imported it',
    people: ({ kind, writer, changes }) => {
      const fields = Object.keys(changes)
      // An import that creates an action records no field.
      const isTelling = fields.length === 0 || fields.some((field) => completionFields.has(field))
      return kind === 'import' && isTelling ? [writer] : []
    },
  },
}

/** Lists the parts that a write shows. */
export const listParts = (write: ActionWrite): { readonly kind: ActionPartKind; readonly person: string }[] =>
  (Object.keys(actionParts) as ActionPartKind[]).flatMap((kind) =>
    actionParts[kind]
      .people(write)
      .flatMap((person) => (typeof person === 'string' && person.trim() !== '' ? [{ kind, person }] : [])),
  )

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
