'use client'

import { Button } from '#components/ui/button.tsx'
import { findCommonReason, rejectionReasons, replaceReason } from '#lib/domain/review/rejection-reasons.ts'

type RejectionReasonsProps = {
  number: string
  text: string
  /** Reasons that the person wrote for other incidents of this review. */
  earlier: readonly string[]
  onChange: (text: string) => void
}

/**
 * Buttons for common reasons, which are put before the written text, and for the person's earlier reasons, which
 * replace it.
 */
export function RejectionReasons({ number, text, earlier, onChange }: RejectionReasonsProps) {
  const chosen = findCommonReason(text)
  return (
    <fieldset className="mt-0.5 mb-1 flex flex-wrap gap-1.5">
      <legend className="sr-only">Reasons why {number} is unrelated</legend>
      {rejectionReasons.map((reason) => (
        <Button
          key={reason}
          size="sm"
          variant={chosen === reason ? 'primary' : 'secondary'}
          aria-pressed={chosen === reason}
          onClick={() => onChange(replaceReason(text, reason))}
        >
          {reason}
        </Button>
      ))}
      {earlier.map((reason) => (
        <Button
          key={reason}
          size="sm"
          variant={text === reason ? 'primary' : 'secondary'}
          aria-pressed={text === reason}
          onClick={() => onChange(reason)}
        >
          <span className="max-w-60 truncate">{reason}</span>
        </Button>
      ))}
    </fieldset>
  )
}
