import type { Account } from '#lib/contracts/app/accounts.ts'

/** What an admin is about to do with an account, as a dialog asks it. */
export type AccountAction = 'edit' | 'password' | 'sign_out' | 'disable'

export const isEnabledAdmin = ({ role, is_disabled }: Account): boolean => role === 'admin' && !is_disabled

/** An account in a dialog, with what the dialog has to know beside it. */
export type AccountDialogProps = {
  account: Account
  isOwn: boolean
  isLastAdmin: boolean
  onClose: () => void
}

/** For what may end the account's sessions: one's own session, too. */
export type SigningOutDialogProps = AccountDialogProps & { onSignedOut: () => void }
