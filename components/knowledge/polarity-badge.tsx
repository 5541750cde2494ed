import { Info, ThumbsDown, ThumbsUp } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import type { polarities } from '#lib/contracts/record-values.ts'

export type Polarity = (typeof polarities)[number]

export const polarityLabels: Readonly<Record<Polarity, string>> = {
  positive: 'Do it again',
  negative: 'Avoid it',
  neutral: 'Good to know',
}

const looks = {
  positive: { tone: 'success', icon: ThumbsUp },
  negative: { tone: 'danger', icon: ThumbsDown },
  neutral: { tone: 'neutral', icon: Info },
} as const

export function PolarityBadge({ polarity }: { polarity: Polarity }) {
  const { tone, icon: Icon } = looks[polarity]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {polarityLabels[polarity]}
    </Badge>
  )
}
