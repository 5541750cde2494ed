import { formatCount } from '#components/ui/format-count.ts'
import { TextLink } from '#components/ui/text-link.tsx'

/** A number that opens the list behind it; nothing is behind 0. `label` tells what is counted. */
export function CountLink({ href, count, label }: { href: string; count: number; label: string }) {
  if (count === 0) return <span className="text-muted tabular-nums">0</span>
  return (
    <TextLink href={href} className="tabular-nums" aria-label={`${formatCount(count)}: ${label}`}>
      {formatCount(count)}
    </TextLink>
  )
}
