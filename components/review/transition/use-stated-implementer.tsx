'use client'

import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { isEmail } from '#lib/domain/four-eyes/same-person.ts'
import { listImplementersToState } from '#lib/review/sign-off.ts'

// Only where the implementer is not known.
const StateImplementer = dynamic(() => import('./state-implementer.tsx').then((part) => part.StateImplementer), {
  loading: () => null,
})

/** Asks for an implementer who is not in the directory; `runStated` runs an act unless `findFault` forbids it. */
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
      <StateImplementer id={id} named={named} value={value} error={isTried ? fault : undefined} onChange={setValue} />
    )
  return { field, runStated }
}
