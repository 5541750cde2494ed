'use client'

import { useId, useState } from 'react'
import { Field } from '#components/ui/form/field.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { joinQuoted } from '#lib/domain/four-eyes/four-eyes.ts'
import { listImplementersToState } from '#lib/domain/four-eyes/review-sign-off.ts'
import { isEmail } from '#lib/domain/four-eyes/same-person.ts'

/**
 * Asks for the implementer if the change names someone who is not in the directory. Returns the field, and a function
 * that runs an act with the stated implementer unless `findFault` forbids it for that person.
 */
export function useStatedImplementer(review: Review, findFault: (stated: Review) => string | undefined) {
  const id = useId()
  const named = listImplementersToState(review)
  const [value, setValue] = useState('')
  const [isTried, setTried] = useState(false)
  const implementer = value.trim()
  const fault = isEmail(implementer)
    ? findFault({ ...review, implementer })
    : 'Enter the e-mail address of the implementer.'
  const runStated = (run: (stated: { implementer?: string }) => void) => {
    if (named.length === 0) return run({})
    setTried(fault !== undefined)
    if (fault === undefined) run({ implementer })
    else document.getElementById(id)?.focus()
  }
  const field =
    named.length === 0 ? null : (
      <Field
        id={id}
        label="Who implemented the change?"
        hint={`The change names ${joinQuoted(named)}, who is not in the directory.`}
        required
        error={isTried ? fault : undefined}
        className="max-w-md"
      >
        <PersonInput withLeavers name="implementer" value={value} onChange={setValue} />
      </Field>
    )
  return { field, runStated }
}
