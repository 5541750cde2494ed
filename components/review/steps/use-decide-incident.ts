'use client'

import { useRef } from 'react'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'

export type Decision = ReviewForm<'incidents'>['decisions'][number]

/**
 * Makes, changes or takes back (null) the decision on an incident. What was written as its reason is there again when a
 * decision that was taken back is made again.
 */
export function useDecideIncident(
  decisions: readonly Decision[],
  onChange: (decisions: Decision[], made: Decision | null) => void,
): (number: string, decision: Decision | null) => void {
  const reasons = useRef(new Map<string, string>())
  return (number, decision) => {
    const isKnown = decisions.some(({ incident }) => incident === number)
    for (const { incident, reason } of decisions) reasons.current.set(incident, reason)
    const kept = decisions.flatMap((other) => (other.incident === number ? (decision ?? []) : other))
    const reason = reasons.current.get(number) ?? ''
    onChange(decision && !isKnown ? [...kept, { ...decision, reason }] : kept, decision)
  }
}
