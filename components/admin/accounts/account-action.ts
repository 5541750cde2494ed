import type { Account, ListedAccount } from '#lib/contracts/app/accounts.ts'

/** An action on an account that needs a dialog. */
export type AccountAction = 'edit' | 'password' | 'invite' | 'sign_out' | 'disable'

export const isEnabledAdmin = ({ role, is_disabled }: Account): boolean => role === 'admin' && !is_disabled

export type AccountDialogProps = {
  account: ListedAccount
  isOwn: boolean
  isLastAdmin: boolean
  onClose: () => void
}

/** For actions that end the account's sessions, possibly including the current one. */
export type SigningOutDialogProps = AccountDialogProps & { onSignedOut: () => void }
