'use client'

import { Button } from '#components/ui/button.tsx'
import { chosenReason, rejectionReasons, withReason } from '#lib/domain/rejection-reasons.ts'

type RejectionReasonsProps = { number: string; text: string; onChange: (text: string) => void }

/** Common reasons; the chosen one is put before the written text. */
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
