import type { historyActions } from '#lib/contracts/app/history.ts'
import type { NotificationKind } from '#lib/contracts/app/notification-values.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import type { EntityType } from './entity-kinds.ts'
import type { Piece } from './pieces.ts'

type Write = (typeof historyActions)[number]

/** One entry of the history in words, of which an action makes its sentence. */
export type Parts = {
  /** `the review PIR-2026-0042`; with another noun where that reads better. */
  record(noun?: string): readonly Piece[]
  /** Another record that the entry names. */
  other(kind: EntityType, id: string): readonly Piece[]
  /** The new value of a field in words, after some others; nothing where it has none or a long one. */
  to(field: string, words?: string): readonly Piece[]
  /** The former value of a field in words, after some others; nothing where it had none or a long one. */
  from(field: string, words?: string): readonly Piece[]
  /** `: “because of …”` for a new text; long ones are cut. */
  quoted(field: string): readonly Piece[]
  /** The new value as recorded, else the former one. */
  recorded(field: string): unknown
  readonly fields: readonly string[]
  /** The current name of the record. */
  readonly name: string | undefined
  /** Whether the record is the account of the actor. */
  readonly isOwn: boolean
}

/** What follows the name of the actor. */
export type Sentence = readonly (Piece | readonly Piece[])[]

export type ActionNotice = {
  /** E-mail addresses; nobody is null. */
  readonly to: readonly (string | null)[]
  readonly kind: NotificationKind
  /** One line, such as "You were assigned PIR-2026-0042". */
  readonly title: string
  /** One or two sentences of plain text. */
  readonly body: string
  /** The page that it links to, such as `/changes/CHG0000042/review`. */
  readonly path: string
  /** Set when a mail about it is sent separately. */
  readonly isMailed?: boolean
  /** When set, a person is notified only once for this key. */
  readonly onceKey?: string
}

/** The declaration of one action: how the history writes it, the sentence that shows it, and whom it notifies. */
export type Declaration = {
  /** `update` unless said otherwise. */
  readonly writes?: Write
  /** Without it the history has the general sentence, such as `changed the owner of the action from Ada to Noor`. */
  readonly sentence?: (parts: Parts) => Sentence
  /** Fields that follow from the action: beside the sentence, the history does not list them. */
  readonly follows?: readonly string[]
  readonly notifies?: (facts: never) => readonly ActionNotice[]
}

export type Action = Declaration & { readonly entity: EntityType; readonly name: string; readonly writes: Write }

type Plain = { readonly [Name in Write]: Declaration }
type Actions<Declared> = {
  readonly [Name in keyof Declared | Write]: (Name extends keyof Declared ? Declared[Name] : Declaration) & Action
}

const plain: Plain = { create: { writes: 'create' }, update: {}, delete: { writes: 'delete' } }

/**
 * The actions on one kind of record. Each kind has `create`, `update` and `delete`: an entry without another name, such
 * as one of an import, has their sentence.
 */
export function actionsOf<Declared extends Readonly<Record<string, Declaration>>>(
  entity: EntityType,
  declared: Declared,
): Actions<Declared>
export function actionsOf(
  entity: EntityType,
  declared: Readonly<Record<string, Declaration>>,
): Readonly<Record<string, Action>> {
  const names = new Set([...Object.keys(plain), ...Object.keys(declared)])
  return Object.fromEntries(
    [...names].map((name) => {
      const declaration = { ...(plain as Readonly<Record<string, Declaration>>)[name], ...declared[name] }
      return [name, { ...declaration, entity, name, writes: declaration.writes ?? 'update' }]
    }),
  )
}

/** A deletion by a person, or by the retention. */
export const deletion = {
  sentence: ({ record, to }) => {
    const days = to('retention_days', ' after ')
    return ['deleted ', record(), days, days.length > 0 ? ' days, as the setting Retention says' : '']
  },
  follows: ['retention_days'],
} as const satisfies Declaration

/** The actions that attach a file to a record and remove it; `place` says to what. */
export const attachmentActions = (place: (parts: Parts) => Sentence) =>
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

/** What happens to the answers that an assistant proposes for a review: nothing of the review changes. */
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
  /** A person takes the answer over into the form, which they save themselves. */
  proposal_taken: {
    sentence: ({ record, to }) => ['took over the proposed', to('proposed_field', ' '), ' of ', record()],
    follows: ['proposed_field', 'proposed_by'],
  },
  proposal_dismissed: {
    sentence: ({ record, to }) => ['dismissed the proposed', to('proposed_field', ' '), ' of ', record()],
    follows: ['proposed_field'],
  },
} as const satisfies Readonly<Record<string, Declaration>>

/** The field that names the file is `file`, or that of a step of a review, such as `plan.file`. */
function declareFile(verb: string, preposition: string, place: (parts: Parts) => Sentence): Declaration {
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
