import type { Tone } from '#components/ui/badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { reviewStatusLabels } from '#lib/domain/review/review-labels.ts'

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
