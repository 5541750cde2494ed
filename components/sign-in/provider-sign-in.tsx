'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { describeRefusal, startProviderSignIn } from '#lib/api/sign-in.ts'

type ProviderSignInProps = { name: string; returnTo: string; refusal: string | null }

/** The way in through a provider that knows the person already, and why the last attempt failed. */
export function ProviderSignIn({ name, returnTo, refusal }: ProviderSignInProps) {
  const [isLeaving, setLeaving] = useState(false)
  const [fault, setFault] = useState(refusal)

  const leave = async () => {
    setLeaving(true)
    setFault(null)
    const start = await startProviderSignIn(returnTo)
    if (typeof start === 'string') return window.location.assign(start)
    setLeaving(false)
    setFault(describeRefusal(start))
  }

  return (
    <div className="flex flex-col gap-4 border-b border-line pb-6">
      <FormError>{fault}</FormError>
      <Button type="button" onClick={leave} busy={isLeaving}>
        Sign in with {name}
      </Button>
    </div>
  )
}
