'use client'

import { FormCard } from '#components/ui/form/entry-form.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { leavePage } from '#lib/api/leave-page.ts'
import { changeMyPassword } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { currentPassword, newPassword } from './password-fields.ts'

/** Form that changes the password and so ends every session. `expiresAt` is null if the password never expires. */
export function ChangePassword({ email, expiresAt }: { email: string; expiresAt: string | null }) {
  const { Field, state } = useEndpointForm(changeMyPassword, {
    schema: async () => (await import('#lib/contracts/app/accounts.ts')).PasswordChange,
    values: { current_password: '', new_password: '' },
    input: (body) => ({ body }),
    onDone: () => leavePage(pagePaths.signIn),
  })
  return (
    <FormCard
      {...state}
      id="change-password"
      title="Password"
      description="Changing it signs you out everywhere"
      submitLabel="Change password"
    >
      {expiresAt === null ? null : (
        <Notice tone="warning" title="Your password was set by an administrator">
          Choose a new one before it expires on <DateTime value={expiresAt} />.
        </Notice>
      )}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field name="current_password" {...currentPassword} />
      <Field name="new_password" label="New password" {...newPassword} />
    </FormCard>
  )
}
