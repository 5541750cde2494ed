import type { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { formatDay } from '#lib/time/format-time.ts'
import {
  type Action,
  type ActionDeclaration,
  type ActionNotice,
  declareActions,
  declareAttachmentActions,
  deletion,
  type Sentence,
} from './action.ts'

type Status = Improvement['status']
type OwnedFacts = Pick<Improvement, 'id' | 'title' | 'owner' | 'target_date'> & {
  /**
   * The end of `You stand in …`, such as `for Noor, who is away until 12 Mar 2026`; null unless the owner is a
   * delegate.
   */
  readonly cover: string | null
}

/** Notifies the owner, who may be the delegate of an absent person. */
const toOwner = ({ id, title, owner, target_date: due, cover }: OwnedFacts): readonly ActionNotice[] => [
  {
    to: [owner],
    kind: 'action_assigned',
    title: `You own: ${title}`,
    body: `The improvement action is due on ${formatDay(due)}.${cover === null ? '' : ` You stand in ${cover}.`}`,
    path: pagePaths.improvement(id),
  },
]

/** Fields that change with a new status. */
const statusFields = [
  'status',
  'done_at',
  'done_by',
  'verified_at',
  'verified_by',
  'look_since',
  'look_reason',
  'escalated_at',
]

const declareMove = (words: string, end: Sentence[number] = ''): ActionDeclaration => ({
  sentence: ({ record, quoted }) => [`${words} `, record(), end, quoted('reason')],
  follows: statusFields,
})

export const improvementActions = declareActions('improvement', {
  create: {
    sentence: ({ record, to }) => [
      'registered ',
      record(),
      to('owner', ' for '),
      to('delegate_for', ' in place of '),
      to('target_date', ', due '),
    ],
    notifies: toOwner,
  },
  update: { notifies: toOwner },
  delete: deletion,
  ...declareAttachmentActions(({ record }) => [record()]),
  started: declareMove('started'),
  done: {
    ...declareMove('marked', ' as done'),
    notifies: (facts: {
      readonly actor: string
      readonly action: Pick<Improvement, 'id' | 'title' | 'source_ref'>
      readonly verifiers: readonly string[]
    }) => [
      {
        to: facts.verifiers,
        kind: 'action_verification_requested',
        title: `Please verify: ${facts.action.title}`,
        body: `${facts.actor} marked this action of ${facts.action.source_ref} as done. Check the evidence and whether it works.`,
        path: pagePaths.improvement(facts.action.id),
      },
    ],
  },
  verified: declareMove('verified'),
  /** A field of a verified action changed, so it needs verification again. */
  unverified: declareMove('changed', ', which is to be verified again'),
  cancelled: declareMove('cancelled'),
  reopened: declareMove('reopened'),
  moved_back: declareMove('moved', ' back to Open'),
  escalated: {
    sentence: ({ record }) => ['escalated ', record(), ' to the managers, because it is overdue'],
    follows: ['escalated_at'],
  },
  /** A similar incident reopens the action for a recheck. */
  recalled: {
    sentence: ({ record, quoted }) => ['reopened ', record(), ' for a recheck', quoted('look_reason')],
    follows: statusFields,
    notifies: (facts: {
      readonly id: string
      readonly title: string
      readonly people: readonly (string | null)[]
      readonly incident: string
      readonly reason: string
    }) => [
      {
        to: facts.people,
        kind: 'action_look',
        title: `Check again: ${facts.title}`,
        body: `${facts.reason} Decide whether it is the same failure.`,
        path: pagePaths.improvement(facts.id),
        onceKey: `action_look:${facts.id}:${facts.incident}`,
      },
    ],
  },
  rechecked: { sentence: ({ record, quoted }) => ['rechecked ', record(), quoted('look_note')], follows: statusFields },
})

/** Returns the action that moves an improvement to another status; `update` if the status stays the same. */
export function moveTo(from: Status, to: Status): Action {
  if (from === to) return improvementActions.update
  if (from === 'verified' && to === 'done') return improvementActions.unverified
  if (to === 'done' || to === 'verified' || to === 'cancelled') return improvementActions[to]
  if (from !== 'open' && from !== 'in_progress') return improvementActions.reopened
  return to === 'open' ? improvementActions.moved_back : improvementActions.started
}
