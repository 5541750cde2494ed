'use client'

import { useState } from 'react'
import { NewPasswordField } from '#components/account/new-password-field.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import { useServerForm } from '#lib/api/use-server-form.ts'
import { resetPassword } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

const resolver = lazyResolver(async () =>
  (await import('#lib/contracts/app/password-reset.ts')).PasswordReset.pick({ new_password: true }),
)

/** Sets a password by the token in the fragment of the address: a mailed link, or an invitation. */
export function ResetPasswordForm() {
  const [done, setDone] = useState<'reset' | 'accepted' | null>(null)
  const { form, state } = useServerForm({
    resolver,
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
      <NewPasswordField form={form} />
    </EntryForm>
  )
}
