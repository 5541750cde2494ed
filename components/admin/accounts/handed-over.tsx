import { SecretValue } from '#components/admin/secret-value.tsx'
import type { FormResult } from '#components/ui/form-dialog.tsx'

/** The password that was made, this once. */
export function handedOver(title: string, { email, password }: { email: string; password: string }): FormResult {
  return {
    title,
    description: `Hand the password to ${email}. It is shown only now and holds for a week: until then they choose their own under Settings.`,
    content: <SecretValue label="Password" what="the password" value={password} />,
  }
}
