'use client'

import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { Input } from '#components/ui/input.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { describeRefusal, signIn } from '#lib/api/sign-in.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { minPasswordLength } from '#lib/contracts/app/account-values.ts'
import { createFirstAdmin } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type Values = { code: string; name: string; email: string; password: string }

/** Adds the first admin, signs in and opens the first steps. */
export function SetupForm() {
  const create = useEndpointMutation(createFirstAdmin)
  const form = useForm<Values>({ defaultValues: { code: '', name: '', email: '', password: '' } })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const submit = form.handleSubmit(async (values) => {
    const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    try {
      await create.mutateAsync({ body: { ...values, public_url: window.location.origin, time_zone } })
    } catch (error) {
      return showServerErrors(error, ['code', 'name', 'email', 'password'], form.setError)
    }
    const refusal = await signIn(values)
    if (refusal) form.setError('root', { message: describeRefusal(refusal) })
    else window.location.assign(pagePaths.firstSteps)
  })
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="First admin">
      <FormError>{errors.root?.message}</FormError>
      <Field
        label="Code"
        name="code"
        hint="Hindsight printed it when it started, in its log or terminal."
        error={errors.code?.message}
      >
        <Input autoComplete="off" spellCheck={false} className="font-mono uppercase" {...form.register('code')} />
      </Field>
      <Field label="Your name" name="name" error={errors.name?.message}>
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field label="E-mail" name="email" hint="Used to sign in" error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...form.register('email')} />
      </Field>
      <Field
        label="Password"
        name="password"
        hint={`At least ${minPasswordLength} characters. A passphrase works well.`}
        error={errors.password?.message}
      >
        <Input type="password" autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting || (isSubmitSuccessful && !errors.root)}>
        Create the first admin
      </Button>
    </form>
  )
}
