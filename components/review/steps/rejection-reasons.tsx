'use client'

import { Button } from '#components/ui/button.tsx'
import { chosenReason, rejectionReasons, withReason } from '#lib/domain/rejection-reasons.ts'

type RejectionReasonsProps = { number: string; text: string; onChange: (text: string) => void }

/** Common reasons to choose from; the chosen one goes in front of what is written. */
export function RejectionReasons({ number, text, onChange }: RejectionReasonsProps) {
  const chosen = chosenReason(text)
  return (
    <fieldset className="mt-0.5 mb-1 flex flex-wrap gap-1.5">
      <legend className="sr-only">Reasons why {number} is unrelated</legend>
      {rejectionReasons.map((reason) => (
        <Button
          key={reason}
          size="sm"
          variant={chosen === reason ? 'primary' : 'secondary'}
          aria-pressed={chosen === reason}
          onClick={() => onChange(withReason(text, reason))}
        >
          {reason}
        </Button>
      ))}
    </fieldset>
  )
}
