import type { historyActions } from '#lib/contracts/app/history.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { NotificationKind } from '#lib/contracts/app/values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import type { EntityType } from './entity-kinds.ts'

/**
 * A part of a sentence: text, a record with an optional link, or an instant, which is shown in the zone of the reader.
 */
export type Piece = string | { readonly record: string; readonly href?: string } | { readonly instant: string }

/** Joins entries as `a, b and c`; each entry may have several pieces. */
export function joinPieces(entries: readonly (readonly Piece[])[], last = 'and'): Piece[] {
  return entries.flatMap((entry, index) => {
    if (index === 0) return entry
    return [index === entries.length - 1 ? ` ${last} ` : ', ', ...entry]
  })
}

type WriteKind = (typeof historyActions)[number]

/** An audit entry in words, for the sentence of its action. */
export type SentenceParts = {
  /** `the review PIR-2026-0042`; `noun` replaces “the review”. */
  record(noun?: string): readonly Piece[]
  /** Another record that the entry names, as in `record`. */
  other(kind: EntityType, id: string): readonly Piece[]
  /** `words` and the new value of a field; empty if the field has no new value or a long one. */
  to(field: string, words?: string): readonly Piece[]
  /** `words` and the former value of a field; empty if the field had no value or a long one. */
  from(field: string, words?: string): readonly Piece[]
  /** `: “because of …”` for the new text of a field; cut if it is long. */
  quoted(field: string): readonly Piece[]
  /** The new value as recorded, else the former one. */
  recorded(field: string): unknown
  readonly fields: readonly string[]
  /** The current name of the record. */
  readonly name: string | undefined
  /** True if the record is the account of the actor. */
  readonly isOwn: boolean
}

/** The words after the name of the actor. */
export type Sentence = readonly (Piece | readonly Piece[])[]

export type ActionNotice = {
  /** E-mail addresses of the recipients; null entries are skipped. */
  readonly to: readonly (string | null)[]
  readonly kind: NotificationKind
  /** One line, such as "You were assigned PIR-2026-0042". */
  readonly title: string
  /** One or two sentences of plain text. */
  readonly body: string
  /** The page that it links to, such as `/changes/CHG0000042/review`. */
  readonly path: string
  /** True if a separate mail about it is sent. */
  readonly isMailed?: boolean
  /** A person is notified only once for this key; without a key, each time. */
  readonly onceKey?: string
}

/** Declares one action: its kind of write, its sentence in the history, and its notifications. */
export type ActionDeclaration = {
  /** The kind of write; `update` by default. */
  readonly writes?: WriteKind
  /** By default a general sentence, such as `changed the owner of the action from Ada to Noor`. */
  readonly sentence?: (parts: SentenceParts) => Sentence
  /** Fields that change as part of the action; the history does not list them beside the sentence. */
  readonly follows?: readonly string[]
  readonly notifies?: (facts: never) => readonly ActionNotice[]
}

export type Action = ActionDeclaration & {
  readonly entity: EntityType
  readonly name: string
  readonly writes: WriteKind
}

type PlainWrites = { readonly [Name in WriteKind]: ActionDeclaration }
type Actions<Declared> = {
  readonly [Name in keyof Declared | WriteKind]: (Name extends keyof Declared ? Declared[Name] : ActionDeclaration) &
    Action
}

const plainWrites: PlainWrites = { create: { writes: 'create' }, update: {}, delete: { writes: 'delete' } }

/**
 * Declares the actions on one kind of record. Each kind has `create`, `update` and `delete`; audit entries without a
 * name, such as those of an import, use them.
 */
export function declareActions<Declared extends Readonly<Record<string, ActionDeclaration>>>(
  entity: EntityType,
  declared: Declared,
): Actions<Declared>
export function declareActions(
  entity: EntityType,
  declared: Readonly<Record<string, ActionDeclaration>>,
): Readonly<Record<string, Action>> {
  const names = new Set([...Object.keys(plainWrites), ...Object.keys(declared)])
  return Object.fromEntries(
    [...names].map((name) => {
      const declaration = { ...(plainWrites as Readonly<Record<string, ActionDeclaration>>)[name], ...declared[name] }
      return [name, { ...declaration, entity, name, writes: declaration.writes ?? 'update' }]
    }),
  )
}

/** A deletion by a person or by retention. */
export const deletion = {
  sentence: ({ record, to }) => {
    const days = to('retention_days', ' after ')
    return ['deleted ', record(), days, days.length > 0 ? ' days, as the setting Retention says' : '']
  },
  follows: ['retention_days'],
} as const satisfies ActionDeclaration

/** The actions that attach a file to a record and remove it; `place` returns the words for the record. */
export const declareAttachmentActions = (place: (parts: SentenceParts) => Sentence) =>
  ({
    file_attached: declareFile('attached', 'to', place),
    file_removed: declareFile('removed', 'from', place),
  }) as const

type ProposedFacts = {
  readonly actor: string
  readonly review: { readonly reference: string; readonly reviewer: string | null }
  readonly change: { readonly number: string; readonly title: string }
  /** The first step that has a proposal. */
  readonly step: string | undefined
}

/** The actions on answers that an assistant proposes. None of them changes the review itself. */
export const proposalActions = {
  proposed: {
    sentence: ({ record, to }) => ['proposed', to('proposed_fields', ' the '), ' for ', record()],
    follows: ['proposed_fields'],
    notifies: ({ actor, review: { reference, reviewer }, change, step }: ProposedFacts) => [
      {
        to: [reviewer],
        kind: 'answers_proposed',
        title: `${actor} proposed answers for the review ${reference}`,
        body: `${change.number}: ${change.title}. You take over or dismiss each of them.`,
        path: pagePaths.review(change.number, step),
      },
    ],
  },
  /** A person copied the answer into the form, which they save themselves. */
  proposal_taken: {
    sentence: ({ record, to }) => ['took over the proposed', to('proposed_field', ' '), ' of ', record()],
    follows: ['proposed_field', 'proposed_by'],
  },
  proposal_dismissed: {
    sentence: ({ record, to }) => ['dismissed the proposed', to('proposed_field', ' '), ' of ', record()],
    follows: ['proposed_field'],
  },
} as const satisfies Readonly<Record<string, ActionDeclaration>>

/** The name of the file is in the field `file`, or in that of a review step, such as `plan.file`. */
function declareFile(verb: string, preposition: string, place: (parts: SentenceParts) => Sentence): ActionDeclaration {
  const steps = new Map(reviewSteps.map((step) => [`${step}.file`, `${humaniseKey(step)} of `]))
  return {
    sentence: (parts) => {
      const step = parts.fields.find((field) => steps.has(field))
      const name = String(parts.recorded(step ?? 'file'))
      return [`${verb} the file ${name} ${preposition} ${steps.get(step ?? '') ?? ''}`, ...place(parts)]
    },
    follows: ['file', ...steps.keys(), 'sha256'],
  }
}
