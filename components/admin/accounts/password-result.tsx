import { SecretValue } from '#components/admin/secret-value.tsx'
import type { FormResult } from '#components/ui/form/form-dialog.tsx'

/** Shows a generated password once. */
export function passwordResult(title: string, { email, password }: { email: string; password: string }): FormResult {
  return {
    title,
    description: `Give this password to ${email}. It is shown only once and expires in a week; they should choose their own under Settings before then.`,
    content: <SecretValue label="Password" what="the password" value={password} />,
  }
}
