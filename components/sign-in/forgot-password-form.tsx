'use client'

import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { requestPasswordReset } from '#lib/contracts/routes.ts'

/** Requests a link by mail. The reply is the same for every e-mail address. */
export function ForgotPasswordForm() {
  const { form, Field, state } = useServerForm({
    schema: async () => (await import('#lib/contracts/app/sign-in.ts')).PasswordResetRequest,
    values: { email: '' },
    send: (body) => callEndpoint(requestPasswordReset, { body }),
  })
  if (form.formState.isSubmitSuccessful) {
    return (
      <p role="status" className="text-sm">
        If an account has this e-mail address, a link is on its way. It works once, for 30 minutes. Look in the spam
        folder if it does not arrive.
      </p>
    )
  }
  return (
    <EntryForm {...state} label="Forgot password" submitLabel="Send a link">
      <Field name="email" label="E-mail" type="email" autoComplete="username" />
    </EntryForm>
  )
}
