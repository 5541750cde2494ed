'use client'

import { TextLink } from '#components/ui/text-link.tsx'
import { groupDigits } from '#lib/text/grouped.ts'

/** A count that links to its records, without a link if it is 0. `label` describes the counted records. */
export function CountLink({ href, count, label }: { href: string; count: number; label: string }) {
  if (count === 0) return <span className="text-muted tabular-nums">0</span>
  return (
    <TextLink href={href} className="tabular-nums" aria-label={`${groupDigits(count)}: ${label}`}>
      {groupDigits(count)}
    </TextLink>
  )
}
