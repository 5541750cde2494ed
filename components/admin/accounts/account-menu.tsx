'use client'

import { Ban, CircleCheck, KeyRound, LogOut, MoreHorizontal, Pencil } from 'lucide-react'
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx'
import type { MenuEntry } from '#components/ui/dropdown-menu-panel.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Account } from '#lib/contracts/app/accounts.ts'
import type { AccountAction } from './account-action.ts'

type AccountMenuProps = {
  account: Account
  isOwn: boolean
  onAction: (action: AccountAction) => void
  onEnable: () => void
}

/** Menu of an account. Admins cannot disable their own account or set its password here. */
export function AccountMenu({ account, isOwn, onAction, onEnable }: AccountMenuProps) {
  const state: MenuEntry = account.is_disabled
    ? { label: 'Enable', icon: <CircleCheck aria-hidden="true" />, onSelect: onEnable }
    : {
        label: isOwn ? 'Disable (ask another admin)' : 'Disable',
        icon: <Ban aria-hidden="true" />,
        danger: true,
        disabled: isOwn,
        onSelect: () => onAction('disable'),
      }
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
        { label: 'Sign out everywhere', icon: <LogOut aria-hidden="true" />, onSelect: () => onAction('sign_out') },
        'separator',
        state,
      ]}
    />
  )
}
