'use client'

import { useState } from 'react'
import { newPassword } from '#components/account/password-fields.ts'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { resetPassword } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Sets a password by the token in the fragment of the URL, which comes from a mailed link or an invitation. */
export function ResetPasswordForm() {
  const [done, setDone] = useState<'reset' | 'accepted' | null>(null)
  const { Field, state } = useServerForm({
    schema: async () => (await import('#lib/contracts/app/sign-in.ts')).PasswordReset.pick({ new_password: true }),
    values: { new_password: '' },
    send: async ({ new_password }) => {
      const token = window.location.hash.slice(1) || '-'
      await callEndpoint(resetPassword, { body: { token, new_password } })
      window.history.replaceState(null, '', pagePaths.resetPassword)
      setDone(token.startsWith('invite_') ? 'accepted' : 'reset')
    },
  })
  if (done) {
    return (
      <p role="status" className="text-sm">
        {done === 'accepted' ? 'Your password is set.' : 'Your password is changed, and all sessions ended.'}{' '}
        <TextLink href={pagePaths.signIn}>Sign in</TextLink>
      </p>
    )
  }
  return (
    <EntryForm {...state} label="New password" submitLabel="Set password">
      <Field name="new_password" label="New password" {...newPassword} />
    </EntryForm>
  )
}
