import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { recordPieces, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { after, generalWords, newValue, quoted, type Wording } from './general-labels.ts'

export function reviewWords(event: WordedEvent, view: Viewpoint): Wording {
  const { action, changes } = event
  const review = recordPieces(event, view)
  if (action === 'create') {
    const isOwed = changes.status?.to === 'not_started'
    const opened = ['opened ', ...review, ...after(' for ', newValue(event, 'reviewer'))]
    const due = [...standingIn(event), ...after(', due ', newValue(event, 'due_on'))]
    return { sentence: isOwed ? [...opened, ...due] : ['started ', ...review], covered: 'all' }
  }
  return (
    movedReview(event, view) ??
    assignedReview(event, view) ??
    smallWrite(event, view) ??
    savedSteps(event, view) ??
    generalWords(event, view)
  )
}

/** A change of the status of a review; null if it stayed. */
function movedReview(event: WordedEvent, view: Viewpoint): Wording | null {
  const { status, return_reason, reopen_reason, waive_reason, signed_off_by } = event.changes
  if (!status) return null
  const review = recordPieces(event, view)
  const covered = ['status', 'submitted_by', 'completed_through', 'submitted_through', 'return_reason', 'reopen_reason']
  if (return_reason) return { sentence: ['sent back ', ...review, ...quoted(event, 'return_reason')], covered }
  if (waive_reason) {
    return { sentence: ['waived ', ...review, ...quoted(event, 'waive_reason')], covered: [...covered, 'waive_reason'] }
  }
  if (reopen_reason) return { sentence: ['reopened ', ...review, ...quoted(event, 'reopen_reason')], covered }
  if (status.to === 'completed') {
    const outcome = after(' with the outcome ', newValue(event, 'pir_outcome'))
    const verb = signed_off_by ? 'signed off ' : 'completed '
    return { sentence: [verb, ...review, ...outcome], covered: [...covered, 'pir_outcome', 'signed_off_by'] }
  }
  if (status.to === 'awaiting_sign_off') return { sentence: ['submitted ', ...review, ' for sign-off'], covered }
  const verb = status.from === 'awaiting_sign_off' ? 'withdrew ' : 'started '
  return { sentence: [verb, ...review], covered: [...covered, 'reviewer'] }
}

/** A new reviewer, and nothing else. */
function assignedReview(event: WordedEvent, view: Viewpoint): Wording | null {
  const { reviewer, delegate_for: _, ...others } = event.changes
  if (!reviewer || Object.keys(others).length > 0) return null
  const review = recordPieces(event, view)
  const to = newValue(event, 'reviewer')
  if (to.length === 0) return { sentence: ['removed the reviewer of ', ...review], covered: 'all' }
  const former = newValue({ ...event, changes: { reviewer: { from: null, to: reviewer.from } } }, 'reviewer')
  const verb = former.length === 0 ? 'assigned ' : 'reassigned '
  return {
    sentence: [verb, ...review, ...after(' from ', former), ' to ', ...to, ...standingIn(event)],
    covered: 'all',
  }
}

const standingIn = (event: WordedEvent) => after(' in place of ', newValue(event, 'delegate_for'))

function smallWrite(event: WordedEvent, view: Viewpoint): Wording | null {
  const { changes } = event
  const [only, ...others] = Object.keys(changes)
  if (others.length > 0) return null
  const review = recordPieces(event, view)
  if (only === 'reminded_at') return { sentence: ['sent a reminder of ', ...review], covered: 'all' }
  if (only === 'form_kind' && changes.form_kind?.to === 'full') {
    return { sentence: ['switched ', ...review, ' to the full form'], covered: 'all' }
  }
  return null
}

/** Several fields of the form: `saved Plan and Outcome of the review`. */
function savedSteps(event: WordedEvent, view: Viewpoint): Wording | null {
  const fields = Object.keys(event.changes)
  const steps = reviewSteps.filter((step) => fields.some((field) => field.startsWith(`${step}.`)))
  if (steps.length === 0 || fields.length === 1) return null
  const named = new Intl.ListFormat('en-GB').format(steps.map(humaniseKey))
  return { sentence: [`saved ${named} of `, ...recordPieces(event, view)], covered: [] }
}

export function changeWords(event: WordedEvent, view: Viewpoint): Wording {
  const { action, changes } = event
  const change = recordPieces(event, view)
  if (action === 'create') return { sentence: ['recorded ', ...change], covered: 'all' }
  if (changes.pir_completed?.to === true) {
    const outcome = after(' with the outcome ', newValue(event, 'pir_outcome'))
    const covered = ['pir_completed', 'pir_outcome', 'pir_reference', 'pir_date', 'state']
    return { sentence: ['marked ', ...change, ' as reviewed', ...outcome], covered }
  }
  if (changes.pir_completed?.from === true) {
    return { sentence: ['marked ', ...change, ' as not reviewed'], covered: ['pir_completed'] }
  }
  const [only, ...others] = Object.keys(changes)
  if (only === 'state' && others.length === 0) {
    return { sentence: ['moved ', ...change, ' to ', ...newValue(event, 'state')], covered: 'all' }
  }
  return generalWords(event, view)
}
