import { BellRing } from 'lucide-react'
import { useNow } from '#components/ui/time/clock.tsx'
import { formatDistance } from '#lib/time/format-time.ts'

/** Mark that the reviewer was reminded; the tooltip shows the time. */
export function Reminded({ at }: { at: string }) {
  const words = `reminded ${formatDistance(new Date(at), useNow())}`
  return (
    <span title={words}>
      <BellRing aria-hidden="true" className="size-3.5 text-muted" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
