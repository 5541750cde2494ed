'use client'

import { FormCard } from '#components/ui/form/form-card.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { lazyResolver } from '#lib/api/lazy-resolver.ts'
import { leavePage } from '#lib/api/leave-page.ts'
import { useEndpointForm } from '#lib/api/use-endpoint-form.ts'
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
  const { form, state } = useEndpointForm(changeMyPassword, {
    resolver,
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
      <FormField
        form={form}
        name="current_password"
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <NewPasswordField form={form} />
    </FormCard>
  )
}
