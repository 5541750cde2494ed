import { minPasswordLength } from '#lib/contracts/app/values.ts'

/** Attributes of an input for a new password. */
export const newPassword = {
  hint: `At least ${minPasswordLength} characters. A passphrase works well.`,
  type: 'password',
  autoComplete: 'new-password',
}

/** Attributes of an input for the current password. */
export const currentPassword = {
  label: 'Current password',
  type: 'password',
  autoComplete: 'current-password',
}
