import { Fragment } from 'react'
import { OutcomeBadge } from '#components/records/change-badges.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Day } from '#components/ui/time/day.tsx'
import type { Inline } from '#lib/report/report.ts'

export function InlineText({ value }: { value: Inline }) {
  if (typeof value === 'string') return value.includes('@') ? <BreakableEmail email={value} /> : value
  if ('moment' in value) return <DateTime value={value.moment} />
  if ('day' in value) return <Day value={value.day} />
  if ('outcome' in value) return <OutcomeBadge outcome={value.outcome} />
  if ('strong' in value) return <strong className="font-medium">{value.strong}</strong>
  if ('alarming' in value) return <span className="font-medium text-danger-text">{value.alarming}</span>
  if ('link' in value) return <TextLink href={value.path}>{value.link}</TextLink>
  if ('written' in value) {
    return (
      <span className="whitespace-pre-wrap">
        <LinkedText text={value.written} />
      </span>
    )
  }
  if ('under' in value) {
    return (
      <span className="block text-xs wrap-anywhere text-muted">
        <InlineText value={value.under} />
      </span>
    )
  }
  return value.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a value never move
    <InlineText key={index} value={part} />
  ))
}

/** An e-mail address that wraps only before `@` and dots. */
function BreakableEmail({ email }: { email: string }) {
  return email.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
