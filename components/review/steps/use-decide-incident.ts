'use client'

import { useRef } from 'react'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'

export type FormDecision = ReviewForm<'incidents'>['decisions'][number]

/** Returns a function that sets or removes (null) a decision. A decision made again regains its former reason. */
export function useDecideIncident(
  decisions: readonly FormDecision[],
  onChange: (decisions: FormDecision[], made: FormDecision | null) => void,
): (number: string, decision: FormDecision | null) => void {
  const reasons = useRef(new Map<string, string>())
  return (number, decision) => {
    const isKnown = decisions.some(({ incident }) => incident === number)
    for (const { incident, reason } of decisions) reasons.current.set(incident, reason)
    const others = decisions.flatMap((other) => (other.incident === number ? (decision ?? []) : other))
    const reason = reasons.current.get(number) ?? ''
    onChange(decision && !isKnown ? [...others, { ...decision, reason }] : others, decision)
  }
}
