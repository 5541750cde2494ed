import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { humaniseKey } from '#lib/domain/humanise-key.ts'

/** A history event as a sentence that follows the actor's name: what was done, and to which record. */
export type EventWords = {
  readonly verb: string
  readonly record: string | null
  /** Whether the sentence covers all fields of the event. */
  readonly isWhole: boolean
}

const enumeration = new Intl.ListFormat('en-GB')

type EventFields = Pick<HistoryEvent, 'action' | 'entity_type' | 'entity_id' | 'changes'> &
  Partial<Pick<HistoryEvent, 'actor_kind'>>

/** `titles` maps the ids of known actions and lessons to their titles. */
export function eventWords(event: EventFields, titles: ReadonlyMap<string, string>): EventWords {
  switch (event.entity_type) {
    case 'review':
      return reviewWords(event)
    case 'change':
      return changeWords(event)
    case 'policy_decision':
      return { verb: decisionVerb(event), record: null, isWhole: false }
    case 'improvement':
      return { verb: `${actionOf(event)} the action`, record: titleOf(event, titles), isWhole: false }
    case 'article':
      return { verb: `${articleVerbs[event.action]} the lesson`, record: titleOf(event, titles), isWhole: false }
    default:
      return { verb: verbs[event.action], record: event.entity_id, isWhole: false }
  }
}

const verbs = { create: 'registered', update: 'changed', delete: 'removed' } as const
const articleVerbs = { ...verbs, create: 'published' } as const

const actionOf = ({ action, changes }: EventFields): string =>
  action === 'update' ? `changed ${joinAll(Object.keys(changes).map(humaniseKey))} of` : verbs[action]

function reviewWords({ action, entity_id: reference, changes, actor_kind: kind }: EventFields): EventWords {
  if (action === 'create') {
    const isOwed = changes.status?.to === 'not_started'
    return { verb: `${isOwed ? 'opened' : 'started'} the review`, record: reference, isWhole: !isOwed }
  }
  const transition = transitionOf(changes)
  if (kind === 'token') {
    const verb = transition ?? `set ${joinAll(Object.keys(changes).map(humaniseKey))} of`
    return { verb: `${verb} the review through the API:`, record: reference, isWhole: false }
  }
  if (transition) return { verb: `${transition} the review`, record: reference, isWhole: false }
  if (changes.reasons) return { verb: 'set due date and reasons of the review', record: reference, isWhole: false }
  const steps = reviewSteps.filter((step) => Object.keys(changes).some((field) => field.startsWith(`${step}.`)))
  const named = steps.map(humaniseKey)
  return { verb: `saved ${joinAll(named) || 'a step'} of the review`, record: reference, isWhole: false }
}

function decisionVerb({ action, changes }: EventFields): string {
  if (action === 'update') return 'decided again: a review is owed now'
  return changes.is_owed?.to === true ? 'decided that a review is owed' : 'decided that no review is owed'
}

/** The verb for a status change of a review; null if the status stayed the same. */
function transitionOf({
  status,
  return_reason: returned,
  reopen_reason: reopened,
  signed_off_by: signed,
}: EventFields['changes']) {
  if (!status) return null
  if (returned) return 'returned'
  if (reopened) return 'reopened'
  if (status.to === 'completed') return signed ? 'signed off' : 'completed'
  if (status.to === 'awaiting_sign_off') return 'submitted'
  return status.from === 'awaiting_sign_off' ? 'withdrew' : 'started'
}

function changeWords({ action, changes, actor_kind: kind }: EventFields): EventWords {
  if (action === 'create') return { verb: 'recorded the change', record: null, isWhole: false }
  if (kind === 'token') {
    const fields = joinAll(Object.keys(changes).map(humaniseKey))
    return { verb: `set ${fields} of the change through the API`, record: null, isWhole: false }
  }
  if (changes.pir_completed?.to === true)
    return { verb: 'completed the review of the change', record: null, isWhole: false }
  if (changes.pir_completed?.from === true)
    return { verb: 'marked the change as not reviewed', record: null, isWhole: false }
  return {
    verb: `changed ${joinAll(Object.keys(changes).map(humaniseKey))} of the change`,
    record: null,
    isWhole: false,
  }
}

/** The current title of a record, or else its title in the event. */
function titleOf({ entity_id, changes }: EventFields, titles: ReadonlyMap<string, string>): string {
  const { from, to } = changes.title ?? {}
  const title = titles.get(entity_id) ?? to ?? from
  return typeof title === 'string' && title !== '' ? `“${title}”` : entity_id
}

const joinAll = (names: readonly string[]) => enumeration.format(names)
