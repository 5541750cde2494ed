'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { describeRefusal, startProviderSignIn } from '#lib/api/sign-in.ts'

type ProviderSignInProps = { name: string; returnTo: string; refusal: string | null }

/** Sign-in through an identity provider, with the reason why the last attempt failed. */
export function ProviderSignIn({ name, returnTo, refusal }: ProviderSignInProps) {
  const [isRedirecting, setRedirecting] = useState(false)
  const [fault, setFault] = useState(refusal)

  const redirect = async () => {
    setRedirecting(true)
    setFault(null)
    const start = await startProviderSignIn(returnTo)
    if (typeof start === 'string') return window.location.assign(start)
    setRedirecting(false)
    setFault(describeRefusal(start))
  }

  return (
    <div className="flex flex-col gap-4 border-b border-line pb-6">
      <FormError>{fault}</FormError>
      <Button type="button" onClick={redirect} busy={isRedirecting}>
        Sign in with {name}
      </Button>
    </div>
  )
}
