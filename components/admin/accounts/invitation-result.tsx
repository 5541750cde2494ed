import { SecretValue } from '#components/admin/secret-value.tsx'
import type { FormResult } from '#components/ui/form/form-dialog.tsx'
import type { Account } from '#lib/contracts/app/accounts.ts'

/** Shows the link of an invitation once, where no mail is sent. */
export function invitationResult({ name, email }: Pick<Account, 'name' | 'email'>, link: string): FormResult {
  return {
    title: `${name} is invited`,
    description: `This installation sends no mail: give this link to ${email}. It is shown only once, works once and expires in 7 days.`,
    content: <SecretValue label="Link" what="the link" value={new URL(link, window.location.href).href} />,
  }
}
