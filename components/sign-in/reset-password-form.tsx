'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { NewPasswordField } from '#components/account/new-password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import type { PasswordReset } from '#lib/contracts/app/password-reset.ts'
import { resetPassword } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type NewPassword = Pick<PasswordReset, 'new_password'>

const resolver = lazyResolver<NewPassword>(async () =>
  (await import('#lib/contracts/app/password-reset.ts')).PasswordReset.pick({ new_password: true }),
)

/** Sets a password by the token in the fragment of the address: a mailed link, or an invitation. */
export function ResetPasswordForm() {
  const [done, setDone] = useState<'reset' | 'accepted' | null>(null)
  const form = useForm<NewPassword>({ resolver, defaultValues: { new_password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ new_password }) => {
    const token = window.location.hash.slice(1) || '-'
    try {
      await callEndpoint(resetPassword, { body: { token, new_password } })
      window.history.replaceState(null, '', pagePaths.resetPassword)
      setDone(token.startsWith('invite_') ? 'accepted' : 'reset')
    } catch (error) {
      showServerErrors(error, ['new_password'], form.setError)
    }
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
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="New password">
      <FormError>{errors.root?.message}</FormError>
      <NewPasswordField error={errors.new_password?.message} registration={form.register('new_password')} />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Set password
      </Button>
    </form>
  )
}
