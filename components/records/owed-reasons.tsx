import { BellRing } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { useNow } from '#components/ui/time/clock.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import { formatDistance } from '#lib/time/format-time.ts'

/** The first rule that requires a review and the number of others; the tooltip lists all with their reasons. */
export function OwedReasons({ reasons }: Pick<QueueEntry, 'reasons'>) {
  const [first, ...others] = reasons
  if (!first) return <span className="text-muted">Voluntary</span>
  return (
    <span
      title={reasons.map(describeReason).join('; ')}
      className="flex max-w-44 min-w-0 gap-1 min-[60rem]:max-[90rem]:max-w-36"
    >
      <Badge className="min-w-0">{first.rule}</Badge>
      {others.length > 0 ? (
        <>
          <Badge aria-hidden="true" className="shrink-0">
            +{others.length}
          </Badge>
          <span className="sr-only">{others.map(({ rule }) => rule).join(', ')}</span>
        </>
      ) : null}
    </span>
  )
}

export function Reminded({ at }: { at: string }) {
  const words = `reminded ${formatDistance(new Date(at), useNow())}`
  return (
    <span title={words}>
      <BellRing aria-hidden="true" className="size-3.5 text-muted" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
