'use client'

import { Ban, CircleCheck, KeyRound, LogOut, Mail, MailX, MoreHorizontal, Pencil } from 'lucide-react'
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx'
import type { MenuEntry } from '#components/ui/dropdown-menu-panel.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { ListedAccount } from '#lib/contracts/app/accounts.ts'
import type { AccountAction } from './account-action.ts'

type AccountMenuProps = {
  account: ListedAccount
  isOwn: boolean
  onAction: (action: AccountAction) => void
  onEnable: () => void
  onRevoke: () => void
}

/** Menu of an account. Admins cannot disable their own account or set its password here. */
export function AccountMenu({ account, isOwn, onAction, onEnable, onRevoke }: AccountMenuProps) {
  const state: MenuEntry = account.is_disabled
    ? { label: 'Enable', icon: <CircleCheck aria-hidden="true" />, onSelect: onEnable }
    : {
        label: isOwn ? 'Disable (ask another admin)' : 'Disable',
        icon: <Ban aria-hidden="true" />,
        danger: true,
        disabled: isOwn,
        onSelect: () => onAction('disable'),
      }
  const isInvited = account.invited_until !== null
  const invitation: MenuEntry[] =
    account.is_disabled || account.sign_in === 'password' || account.sign_in === 'provider'
      ? []
      : [
          {
            label: isInvited ? 'Invite again' : 'Invite',
            icon: <Mail aria-hidden="true" />,
            onSelect: () => onAction('invite'),
          },
          ...(isInvited
            ? [{ label: 'Revoke the invitation', icon: <MailX aria-hidden="true" />, onSelect: onRevoke }]
            : []),
        ]
  return (
    <DropdownMenu
      trigger={
        <IconButton size="sm" label={`Actions for ${account.name}`} icon={<MoreHorizontal aria-hidden="true" />} />
      }
      entries={[
        { label: 'Edit name and role', icon: <Pencil aria-hidden="true" />, onSelect: () => onAction('edit') },
        {
          label: isOwn ? 'Set a new password (see Settings)' : 'Set a new password',
          icon: <KeyRound aria-hidden="true" />,
          disabled: isOwn,
          onSelect: () => onAction('password'),
        },
        ...invitation,
        { label: 'Sign out everywhere', icon: <LogOut aria-hidden="true" />, onSelect: () => onAction('sign_out') },
        'separator',
        state,
      ]}
    />
  )
}
