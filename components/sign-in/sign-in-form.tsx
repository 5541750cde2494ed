'use client'

import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { leavePage } from '#lib/api/leave-page.ts'
import { describeRefusal, signIn } from '#lib/api/sign-in.ts'
import type { Credentials } from '#lib/contracts/app/sign-in.ts'

type DemoChoice = { email: string; name: string; role: string }

type SignInFormProps = {
  returnTo: string
  demo: { accounts: readonly DemoChoice[]; password: string } | null
  /** Advice about a forgotten password. */
  children: ReactNode
}

/** Sign-in by e-mail and password. On success opens the requested page. */
export function SignInForm({ returnTo, demo, children }: SignInFormProps) {
  const { form, Field, state } = useServerForm<Credentials>({
    schema: async () => (await import('#lib/contracts/app/sign-in.ts')).Credentials,
    values: { email: '', password: '' },
    send: async (credentials) => {
      const refusal = await signIn(credentials)
      if (!refusal) return leavePage(returnTo)
      form.setFocus('password')
      throw new Error(describeRefusal(refusal))
    },
  })
  return (
    <div className="flex flex-col gap-6">
      <form onSubmit={state.onSubmit} method="post" noValidate className="flex flex-col gap-4" aria-label="Sign in">
        <noscript>
          <p className="rounded-md border border-line px-3 py-2 text-sm">
            Signing in needs JavaScript. Switch it on for this site.
          </p>
        </noscript>
        <FormError>{state.error}</FormError>
        <Field name="email" label="E-mail" type="email" autoComplete="username" />
        <Field name="password" label="Password" type="password" autoComplete="current-password" />
        <Button type="submit" variant="primary" busy={state.busy}>
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
