import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { humaniseKey } from '#lib/domain/humanise-key.ts'

/** A write of the history of a change as a sentence after the name of who wrote: the deed, and the record in question. */
export type EventWords = {
  readonly deed: string
  readonly record: string | null
  /** Whether the sentence says all that was written. */
  readonly isWhole: boolean
}

const enumeration = new Intl.ListFormat('en-GB')

type Written = Pick<HistoryEvent, 'action' | 'entity_type' | 'entity_id' | 'changes'> &
  Partial<Pick<HistoryEvent, 'actor_kind'>>

/** `titles` names the actions and lessons that are known, by their identifiers. */
export function eventWords(event: Written, titles: ReadonlyMap<string, string>): EventWords {
  switch (event.entity_type) {
    case 'review':
      return reviewWords(event)
    case 'change':
      return changeWords(event)
    case 'policy_decision':
      return { deed: decisionDeed(event), record: null, isWhole: false }
    case 'improvement':
      return { deed: `${deedOf(event)} the action`, record: titleOf(event, titles), isWhole: false }
    case 'article':
      return { deed: `${articleVerbs[event.action]} the lesson`, record: titleOf(event, titles), isWhole: false }
    default:
      return { deed: verbs[event.action], record: event.entity_id, isWhole: false }
  }
}

const verbs = { create: 'registered', update: 'changed', delete: 'removed' } as const
const articleVerbs = { ...verbs, create: 'published' } as const

/** Of a change to a record, which fields it was about. */
const deedOf = ({ action, changes }: Written): string =>
  action === 'update' ? `changed ${joinAll(Object.keys(changes).map(humaniseKey))} of` : verbs[action]

function reviewWords({ action, entity_id: reference, changes, actor_kind: kind }: Written): EventWords {
  if (action === 'create') {
    const isOwed = changes.status?.to === 'not_started'
    return { deed: `${isOwed ? 'opened' : 'started'} the review`, record: reference, isWhole: !isOwed }
  }
  const move = moveOf(changes)
  if (kind === 'token') {
    const deed = move ?? `set ${joinAll(Object.keys(changes).map(humaniseKey))} of`
    return { deed: `${deed} the review through the API:`, record: reference, isWhole: false }
  }
  if (move) return { deed: `${move} the review`, record: reference, isWhole: false }
  if (changes.reasons) return { deed: 'set due date and reasons of the review', record: reference, isWhole: false }
  const steps = reviewSteps.filter((step) => Object.keys(changes).some((field) => field.startsWith(`${step}.`)))
  const named = steps.map(humaniseKey)
  return { deed: `saved ${joinAll(named) || 'a step'} of the review`, record: reference, isWhole: false }
}

function decisionDeed({ action, changes }: Written): string {
  if (action === 'update') return 'decided again, and now a review is owed'
  return changes.is_owed?.to === true ? 'decided that a review is owed' : 'decided that no review is owed'
}

/** How a review came to another status; null where it did not. */
function moveOf({
  status,
  return_reason: returned,
  reopen_reason: reopened,
  signed_off_by: signed,
}: Written['changes']) {
  if (!status) return null
  if (returned) return 'returned'
  if (reopened) return 'reopened'
  if (status.to === 'completed') return signed ? 'signed off' : 'completed'
  if (status.to === 'awaiting_sign_off') return 'submitted'
  return status.from === 'awaiting_sign_off' ? 'withdrew' : 'began'
}

function changeWords({ action, changes, actor_kind: kind }: Written): EventWords {
  if (action === 'create') return { deed: 'recorded the change', record: null, isWhole: false }
  if (kind === 'token') {
    const fields = joinAll(Object.keys(changes).map(humaniseKey))
    return { deed: `set ${fields} of the change through the API`, record: null, isWhole: false }
  }
  if (changes.pir_completed?.to === true)
    return { deed: 'wrote the review into the change', record: null, isWhole: false }
  if (changes.pir_completed?.from === true)
    return { deed: 'marked the change as not reviewed', record: null, isWhole: false }
  return {
    deed: `changed ${joinAll(Object.keys(changes).map(humaniseKey))} of the change`,
    record: null,
    isWhole: false,
  }
}

/** What a record is called now, else what it was called when it was written. */
function titleOf({ entity_id, changes }: Written, titles: ReadonlyMap<string, string>): string {
  const { from, to } = changes.title ?? {}
  const title = titles.get(entity_id) ?? to ?? from
  return typeof title === 'string' && title !== '' ? `“${title}”` : entity_id
}

const joinAll = (names: readonly string[]) => enumeration.format(names)
