import type { ListedAccount } from '#lib/contracts/app/accounts.ts'

/** An action on an account that needs a dialog. */
export type AccountAction = 'edit' | 'password' | 'invite' | 'sign_out' | 'disable'

/** An account in the list. */
export type AccountRow = ListedAccount & {
  /** Whether it is the reader's. */
  readonly isOwn: boolean
  /** Whether it is the only enabled admin, who must stay one. */
  readonly isLastAdmin: boolean
}

export type AccountDialogProps = { account: AccountRow; onClose: () => void }

/** For actions that end the account's sessions, possibly including the current one. */
export type SigningOutDialogProps = AccountDialogProps & { onSignedOut: () => unknown }
