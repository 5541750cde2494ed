import { SecretValue } from '#components/admin/secret-value.tsx'
import type { FormResult } from '#components/ui/form/form-dialog.tsx'
import type { Account } from '#lib/contracts/app/accounts.ts'

/** Shows a generated password once. */
export const createPasswordResult = (title: string, email: string, password: string): FormResult => ({
  title,
  description: `Give this password to ${email}. It is shown only once and expires in a week; they should choose their own under Settings before then.`,
  content: <SecretValue label="Password" what="the password" value={password} />,
})

/** Shows the link of an invitation once, where no mail is sent; null if it was mailed. */
export function createInvitationResult(
  { name, email }: Pick<Account, 'name' | 'email'>,
  link: string | null,
): FormResult | null {
  if (link === null) return null
  return {
    title: `${name} is invited`,
    description: `This installation sends no mail: give this link to ${email}. It is shown only once, works once and expires in 7 days.`,
    content: <SecretValue label="Link" what="the link" value={new URL(link, window.location.href).href} />,
  }
}
