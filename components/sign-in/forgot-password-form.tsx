'use client'

import { useState } from 'react'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import { useServerForm } from '#lib/api/use-server-form.ts'
import { requestPasswordReset } from '#lib/contracts/routes.ts'

const resolver = lazyResolver(async () => (await import('#lib/contracts/app/password-reset.ts')).PasswordResetRequest)

/** Requests a link by mail; the reply is the same for every address. */
export function ForgotPasswordForm() {
  const [isSent, setSent] = useState(false)
  const { form, state } = useServerForm({
    resolver,
    values: { email: '' },
    send: async (body) => {
      await callEndpoint(requestPasswordReset, { body })
      setSent(true)
    },
  })
  if (isSent) {
    return (
      <p role="status" className="text-sm">
        If an account has this address, a link is on its way. It works once, for 30 minutes. Look in the spam folder if
        it does not arrive.
      </p>
    )
  }
  return (
    <EntryForm {...state} label="Forgot password" submitLabel="Send a link">
      <FormField form={form} name="email" label="E-mail" type="email" autoComplete="username" />
    </EntryForm>
  )
}
