import { recordPieces, type Viewpoint, type WordedEvent } from './entity-kinds.ts'
import { after, generalWords, newValue, quoted, type Wording } from './general-labels.ts'
import type { Piece } from './pieces.ts'

/** Fields that follow from a new status. */
const implied = ['status', 'reason', 'done_at', 'done_by', 'verified_at', 'verified_by', 'look_since', 'look_reason']

export function improvementWords(event: WordedEvent, view: Viewpoint): Wording {
  const { action, changes } = event
  const record = recordPieces(event, view)
  if (action === 'create') {
    const standsIn = after(' in place of ', newValue(event, 'delegate_for'))
    const owner = [...after(' for ', newValue(event, 'owner')), ...standsIn]
    const due = after(', due ', newValue(event, 'target_date'))
    return { sentence: ['registered ', ...record, ...owner, ...due], covered: 'all' }
  }
  if (action === 'delete') return generalWords(event, view)
  if (changes.look_note) {
    return { sentence: ['rechecked ', ...record, ...quoted(event, 'look_note')], covered: [...implied, 'look_note'] }
  }
  if (changes.look_reason?.to) {
    return { sentence: ['reopened ', ...record, ' for a recheck', ...quoted(event, 'look_reason')], covered: implied }
  }
  if (changes.escalated_at?.to && Object.keys(changes).length === 1) {
    return { sentence: ['escalated ', ...record, ' to the managers, because it is overdue'], covered: 'all' }
  }
  if (!changes.status) return generalWords(event, view)
  return { sentence: [...moved(event, record), ...quoted(event, 'reason')], covered: [...implied, 'escalated_at'] }
}

function moved({ changes: { status } }: WordedEvent, record: readonly Piece[]): Piece[] {
  if (status?.to === 'done' && status.from === 'verified')
    return ['changed ', ...record, ', which is to be verified again']
  if (status?.to === 'done') return ['marked ', ...record, ' as done']
  if (status?.to === 'verified') return ['verified ', ...record]
  if (status?.to === 'cancelled') return ['cancelled ', ...record]
  if (status?.to === 'in_progress' && status.from === 'open') return ['started ', ...record]
  const isReopened = status?.from === 'done' || status?.from === 'verified' || status?.from === 'cancelled'
  if (isReopened) return ['reopened ', ...record]
  return ['moved ', ...record, status?.to === 'open' ? ' back to Open' : ' to In progress']
}
