'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { Input } from '#components/ui/input.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import type { PasswordResetRequest } from '#lib/contracts/app/password-reset.ts'
import { requestPasswordReset } from '#lib/contracts/routes.ts'

const resolver = lazyResolver(async () => (await import('#lib/contracts/app/password-reset.ts')).PasswordResetRequest)

/** Requests a link by mail; the reply is the same for every address. */
export function ForgotPasswordForm() {
  const [isSent, setSent] = useState(false)
  const form = useForm<PasswordResetRequest>({ resolver, defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await callEndpoint(requestPasswordReset, { body })
      setSent(true)
    } catch (error) {
      showServerErrors(error, ['email'], form.setError)
    }
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
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="Forgot password">
      <FormError>{errors.root?.message}</FormError>
      <Field label="E-mail" name="email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Send a link
      </Button>
    </form>
  )
}
