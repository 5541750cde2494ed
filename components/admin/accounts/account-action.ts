import type { ListedAccount } from '#lib/contracts/app/accounts.ts'

/** An action on an account that needs a dialog. */
export type AccountAction = 'edit' | 'password' | 'invite' | 'sign_out' | 'disable'

/** An account in the list. */
export type AccountRow = ListedAccount & {
  /** True if it is the reader's own account. */
  readonly isOwn: boolean
  /** True if it is the only enabled admin, who must stay an admin. */
  readonly isLastAdmin: boolean
}

export type AccountDialogProps = { account: AccountRow; onClose: () => void }

/** Props of dialogs that end the account's sessions, possibly including the current one. */
export type SigningOutDialogProps = AccountDialogProps & { onSignedOut: () => unknown }
