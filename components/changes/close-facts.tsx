import { capitalised } from '#components/improvements/improvement-words.ts'
import { Fact } from '#components/ui/facts.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { closeCodeWords } from '#lib/domain/policy-words.ts'

type CloseFactsProps = { change: Pick<ChangeRecord, 'close_code' | 'close_notes'> }

/** How the implementer closed the change, as facts of a list. It is a claim, not the outcome of a review. */
export function CloseFacts({ change: { close_code: code, close_notes: notes } }: CloseFactsProps) {
  return (
    <>
      {code ? (
        <Fact label="Closed as" wide={notes !== null}>
          {capitalised(closeCodeWords[code])}
        </Fact>
      ) : null}
      {notes ? (
        <Fact label="Close notes" wide>
          <span className="whitespace-pre-wrap">{notes}</span>
        </Fact>
      ) : null}
    </>
  )
}
