'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { Input } from '#components/ui/input.tsx'
import { describeRefusal, signIn } from '#lib/api/sign-in.ts'
import { Credentials } from '#lib/contracts/app/sign-in.ts'

type DemoChoice = { email: string; name: string; role: string }

type SignInFormProps = {
  returnTo: string
  demo: { accounts: readonly DemoChoice[]; password: string } | null
  /** What to do about a forgotten password. */
  children: ReactNode
}

/** Sign-in by e-mail and password; on success opens the requested page. */
export function SignInForm({ returnTo, demo, children }: SignInFormProps) {
  const form = useForm<Credentials>({
    resolver: zodResolver(Credentials),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  const submit = form.handleSubmit(async (credentials) => {
    const refusal = await signIn(credentials)
    if (refusal) {
      form.setError('root', { message: describeRefusal(refusal) })
      form.setFocus('password')
    } else window.location.assign(returnTo)
  })

  return (
    <div className="flex flex-col gap-6">
      <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4" aria-label="Sign in">
        <FormError>{errors.root?.message}</FormError>
        <Field label="E-mail" name="email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register('email')} />
        </Field>
        <Field label="Password" name="password" error={errors.password?.message}>
          <Input type="password" autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Button type="submit" variant="primary" busy={isSubmitting || isSubmitSuccessful}>
          Sign in
        </Button>
        <p className="text-sm text-muted">{children}</p>
      </form>
      {demo ? (
        <DemoAccounts
          {...demo}
          onChoose={(email) => {
            form.clearErrors()
            form.setValue('email', email)
            form.setValue('password', demo.password)
            form.setFocus('password')
          }}
        />
      ) : null}
    </div>
  )
}

type DemoAccountsProps = { accounts: readonly DemoChoice[]; password: string; onChoose: (email: string) => void }

function DemoAccounts({ accounts, password, onChoose }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-accounts" className="flex flex-col gap-2 border-t border-line pt-4">
      <h2 id="demo-accounts" className="text-sm font-semibold">
        Demo accounts
      </h2>
      <p className="text-sm text-muted">
        All accounts use the password <code className="font-mono text-ink">{password}</code>. Choose an account to fill
        in the form.
      </p>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {accounts.map(({ email, name, role }) => (
          <li key={email}>
            <button
              type="button"
              onClick={() => onChoose(email)}
              className="flex w-full items-center gap-2.5 px-3 py-1.5 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <Avatar name={name} size="md" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-xs text-muted">{email}</span>
              </span>
              <Badge className="capitalize">{role}</Badge>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
