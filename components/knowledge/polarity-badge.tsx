import { Info, ThumbsDown, ThumbsUp } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { polarities } from '#lib/contracts/record-values.ts'
import { polarityLabels } from '#lib/review/labels.ts'

export type Polarity = (typeof polarities)[number]

const badges = {
  positive: { tone: 'success', icon: ThumbsUp },
  negative: { tone: 'danger', icon: ThumbsDown },
  neutral: { tone: 'neutral', icon: Info },
} as const

/** Kind of experience behind a lesson. The title of the lesson is the advice. */
export function PolarityBadge({ polarity }: { polarity: Polarity }) {
  const { tone, icon: Icon } = badges[polarity]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {polarityLabels[polarity]}
    </Badge>
  )
}
