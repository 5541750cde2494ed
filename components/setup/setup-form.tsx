'use client'

import { newPassword } from '#components/account/password-fields.ts'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { leavePage } from '#lib/api/leave-page.ts'
import { describeRefusal, signIn } from '#lib/api/sign-in.ts'
import { createFirstAdmin } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

const codeHint = 'Hindsight printed it when it started, in its log or terminal.'

/** Adds the first admin, signs in and opens the first steps. */
export function SetupForm() {
  const { Field, state } = useEndpointForm(createFirstAdmin, {
    values: { code: '', name: '', email: '', password: '' },
    input: (values) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      return { body: { ...values, public_url: window.location.origin, time_zone: timeZone } }
    },
    onDone: async (_, values) => {
      const refusal = await signIn(values)
      if (refusal) throw new Error(describeRefusal(refusal))
      return leavePage(pagePaths.firstSteps)
    },
  })
  return (
    <EntryForm {...state} label="First admin" submitLabel="Create the first admin">
      <Field name="code" label="Code" hint={codeHint}>
        {(registration) => (
          <Input autoComplete="off" spellCheck={false} className="font-mono uppercase" {...registration} />
        )}
      </Field>
      <Field name="name" label="Your name" autoComplete="name" />
      <Field name="email" label="E-mail" hint="Used to sign in" type="email" autoComplete="username" />
      <Field name="password" label="Password" {...newPassword} />
    </EntryForm>
  )
}
