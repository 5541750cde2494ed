import { minPasswordLength } from '#lib/contracts/app/account-values.ts'

/** A password that a person chooses. */
export const newPassword = {
  hint: `At least ${minPasswordLength} characters. A passphrase works well.`,
  type: 'password',
  autoComplete: 'new-password',
}

/** The password that a person has, asked for again. */
export const currentPassword = {
  label: 'Current password',
  type: 'password',
  autoComplete: 'current-password',
}
