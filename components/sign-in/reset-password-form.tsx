'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { Input } from '#components/ui/input.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import { minPasswordLength } from '#lib/contracts/app/account-values.ts'
import type { PasswordReset } from '#lib/contracts/app/password-reset.ts'
import { resetPassword } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type NewPassword = Pick<PasswordReset, 'new_password'>

const resolver = lazyResolver<NewPassword>(async () =>
  (await import('#lib/contracts/app/password-reset.ts')).PasswordReset.pick({ new_password: true }),
)

/** Sets a new password by the token in the fragment of the address. */
export function ResetPasswordForm() {
  const [isDone, setDone] = useState(false)
  const form = useForm<NewPassword>({ resolver, defaultValues: { new_password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ new_password }) => {
    try {
      await callEndpoint(resetPassword, { body: { token: window.location.hash.slice(1) || '-', new_password } })
      window.history.replaceState(null, '', pagePaths.resetPassword)
      setDone(true)
    } catch (error) {
      showServerErrors(error, ['new_password'], form.setError)
    }
  })
  if (isDone) {
    return (
      <p role="status" className="text-sm">
        Your password is changed, and all sessions ended. <TextLink href={pagePaths.signIn}>Sign in</TextLink>
      </p>
    )
  }
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="New password">
      <FormError>{errors.root?.message}</FormError>
      <Field
        label="New password"
        name="new_password"
        hint={`At least ${minPasswordLength} characters. A passphrase works well.`}
        error={errors.new_password?.message}
      >
        <Input type="password" autoComplete="new-password" {...form.register('new_password')} />
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Set password
      </Button>
    </form>
  )
}
