'use client'

import { Ban, CircleCheck, KeyRound, LogOut, Mail, MailX, MoreHorizontal, Pencil, UserPlus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useWrite } from '#components/ui/overlay/confirm-write.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { DropdownMenu, type MenuEntry } from '#components/ui/overlay/dropdown-menu.tsx'
import { revokeInvitation, updateAccount } from '#lib/contracts/routes.ts'
import type { AccountAction, AccountRow } from './account-dialogs.tsx'

// With the library of forms the page would be above its limit of script.
const AccountDialog = dynamic(() => import('./account-dialogs.tsx').then((module) => module.AccountDialog), {
  loading: () => null,
})
const AddAccountDialog = dynamic(() => import('./account-dialogs.tsx').then((module) => module.AddAccountDialog), {
  loading: () => null,
})

export const AddAccount = () => (
  <DialogButton variant="primary" icon={<UserPlus />} dialog={(onClose) => <AddAccountDialog onClose={onClose} />}>
    Add account
  </DialogButton>
)

/** Menu of an account. Admins cannot disable their own account or set its password here. */
export function AccountActions({ account }: { account: AccountRow }) {
  const { id, name, isOwn } = account
  const params = { id }
  const [action, open] = useState<AccountAction | null>(null)
  const enabling = useWrite({
    route: updateAccount,
    input: { params, body: { is_disabled: false } },
    done: `${name} can sign in again`,
  })
  const revocation = useWrite({
    route: revokeInvitation,
    input: { params },
    done: `The invitation of ${name} is revoked`,
  })
  const isInvited = account.invited_until !== null
  const invitation: MenuEntry[] =
    account.is_disabled || account.sign_in === 'password' || account.sign_in === 'provider'
      ? []
      : [
          {
            label: isInvited ? 'Invite again' : 'Invite',
            icon: <Mail />,
            onSelect: () => open('invite'),
          },
          ...(isInvited ? [{ label: 'Revoke the invitation', icon: <MailX />, onSelect: () => revocation.run() }] : []),
        ]
  return (
    <>
      <DropdownMenu
        trigger={<IconButton size="sm" label={`Actions for ${name}`} icon={<MoreHorizontal />} />}
        entries={[
          { label: 'Edit name and role', icon: <Pencil />, onSelect: () => open('edit') },
          {
            label: isOwn ? 'Set a new password (see Settings)' : 'Set a new password',
            icon: <KeyRound />,
            disabled: isOwn,
            onSelect: () => open('password'),
          },
          ...invitation,
          { label: 'Sign out everywhere', icon: <LogOut />, onSelect: () => open('sign_out') },
          'separator',
          account.is_disabled
            ? { label: 'Enable', icon: <CircleCheck />, onSelect: () => enabling.run() }
            : {
                label: isOwn ? 'Disable (ask another admin)' : 'Disable',
                icon: <Ban />,
                danger: true,
                disabled: isOwn,
                onSelect: () => open('disable'),
              },
        ]}
      />
      {action ? <AccountDialog action={action} account={account} onClose={() => open(null)} /> : null}
    </>
  )
}
