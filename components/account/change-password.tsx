'use client'

import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { Input } from '#components/ui/input.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { PasswordChange } from '#lib/contracts/app/accounts.ts'
import { changeMyPassword } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { NewPasswordField } from './new-password-field.tsx'

const resolver = lazyResolver(async () => (await import('#lib/contracts/app/accounts.ts')).PasswordChange)

type ChangePasswordProps = {
  /** For password managers. */
  email: string
  /** When a password set by an administrator expires; null for a password the person chose. */
  expiresAt: string | null
}

/** Changes the password, which ends every session of the person. */
export function ChangePassword({ email, expiresAt }: ChangePasswordProps) {
  const change = useEndpointMutation(changeMyPassword)
  const form = useForm<PasswordChange>({
    resolver,
    defaultValues: { current_password: '', new_password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await change.mutateAsync({ body })
      window.location.assign(pagePaths.signIn)
    } catch (error) {
      showServerErrors(error, ['current_password', 'new_password'], form.setError)
    }
  })
  return (
    <Card aria-labelledby="change-password" className="max-w-2xl">
      <CardHeader id="change-password" title="Password" description="Changing it signs you out everywhere" />
      <CardBody>
        <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="Password">
          {expiresAt === null ? null : (
            <Notice tone="warning" title="Your password was set by an administrator">
              Choose a new one before it expires on <DateTime value={expiresAt} />.
            </Notice>
          )}
          <FormError>{errors.root?.message}</FormError>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <Field label="Current password" name="current_password" error={errors.current_password?.message}>
            <Input type="password" autoComplete="current-password" {...form.register('current_password')} />
          </Field>
          <NewPasswordField error={errors.new_password?.message} registration={form.register('new_password')} />
          <Button type="submit" busy={isSubmitting || change.isSuccess} className="self-start">
            Change password
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}
