'use client'

import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { leavePage } from '#lib/api/leave-page.ts'
import { describeRefusal, signIn } from '#lib/api/sign-in.ts'
import { useEndpointForm } from '#lib/api/use-endpoint-form.ts'
import { minPasswordLength } from '#lib/contracts/app/account-values.ts'
import { createFirstAdmin } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Adds the first admin, signs in and opens the first steps. */
export function SetupForm() {
  const { form, state } = useEndpointForm(createFirstAdmin, {
    values: { code: '', name: '', email: '', password: '' },
    input: (values) => ({
      body: {
        ...values,
        public_url: window.location.origin,
        time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    }),
    onDone: async (_, values) => {
      const refusal = await signIn(values)
      if (refusal) throw new Error(describeRefusal(refusal))
      return leavePage(pagePaths.firstSteps)
    },
  })
  return (
    <EntryForm {...state} label="First admin" submitLabel="Create the first admin">
      <FormField
        form={form}
        name="code"
        label="Code"
        hint="Hindsight printed it when it started, in its log or terminal."
      >
        {(registration) => (
          <Input autoComplete="off" spellCheck={false} className="font-mono uppercase" {...registration} />
        )}
      </FormField>
      <FormField form={form} name="name" label="Your name" autoComplete="name" />
      <FormField form={form} name="email" label="E-mail" hint="Used to sign in" type="email" autoComplete="username" />
      <FormField
        form={form}
        name="password"
        label="Password"
        hint={`At least ${minPasswordLength} characters. A passphrase works well.`}
        type="password"
        autoComplete="new-password"
      />
    </EntryForm>
  )
}
