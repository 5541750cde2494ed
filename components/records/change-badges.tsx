import { Badge, type Tone } from '#components/ui/badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord, ReviewOutcome } from '#lib/contracts/changes.ts'
import { reviewStatusLabels } from '#lib/review/labels.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import { outcomeTones, stateTones } from './change-labels.ts'

const hollowStates: readonly ChangeRecord['state'][] = ['new', 'assess', 'authorize', 'canceled']

export function StateBadge({ state }: { state: ChangeRecord['state'] }) {
  return (
    <StatusBadge tone={stateTones[state]} hollow={hollowStates.includes(state)}>
      {capitalise(state)}
    </StatusBadge>
  )
}

export function TypeLabel({ type }: { type: ChangeRecord['type'] }) {
  return type === 'emergency' ? <Badge tone="danger">Emergency</Badge> : capitalise(type)
}

export function RiskLabel({ risk }: { risk: ChangeRecord['risk'] }) {
  if (risk === null) return <span className="text-muted">Not rated</span>
  if (risk === 'very_high') return <Badge tone="danger">Very high</Badge>
  return risk === 'high' ? <Badge tone="warning">High</Badge> : capitalise(risk)
}

export function OutcomeBadge({ outcome }: { outcome: ReviewOutcome }) {
  return <StatusBadge tone={outcomeTones[outcome]}>{outcomeCriteria[outcome].label}</StatusBadge>
}

const tones: Readonly<Record<Review['status'], Tone>> = {
  not_started: 'neutral',
  in_progress: 'info',
  awaiting_sign_off: 'accent',
  completed: 'success',
  waived: 'neutral',
}

export function ReviewStatusBadge({ status }: Pick<Review, 'status'>) {
  return (
    <StatusBadge tone={tones[status]} hollow={status === 'not_started'}>
      {reviewStatusLabels[status]}
    </StatusBadge>
  )
}
