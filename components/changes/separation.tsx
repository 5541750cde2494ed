import { TriangleAlert } from 'lucide-react'
import type { ChangePeople } from '#lib/contracts/app/change-people.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { checkSeparationOfDuties } from '#lib/domain/change/separation-of-duties.ts'

type SeparationProps = { people: ChangePeople; review: Review | null }

/** Verdict on whether requester, approver, implementer and reviewer of an emergency change are four people. */
export function Separation({ people, review }: SeparationProps) {
  const { isSeparated, text } = checkSeparationOfDuties(people, review)
  if (isSeparated) return text
  return (
    <span className="inline-flex items-start gap-1.5 text-warning-text">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {text}
    </span>
  )
}
