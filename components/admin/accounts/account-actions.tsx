'use client'

import { Ban, CircleCheck, KeyRound, LogOut, Mail, MailX, MoreHorizontal, Pencil } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DropdownMenu, type MenuEntry } from '#components/ui/overlay/dropdown-menu.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { revokeInvitation, updateAccount } from '#lib/contracts/routes.ts'
import type { AccountAction, AccountRow } from './account-action.ts'

// Loaded when it opens, with the library of forms.
const AccountDialog = dynamic(() => import('./account-dialog.tsx').then((part) => part.AccountDialog), {
  loading: () => null,
})

/** Menu of an account. Admins cannot disable their own account or set its password here. */
export function AccountActions({ account }: { account: AccountRow }) {
  const { id, name, isOwn } = account
  const params = { id }
  const router = useRouter()
  const [action, open] = useState<AccountAction | null>(null)
  const close = () => open(null)
  const update = useEndpointMutation(updateAccount)
  const revocation = useEndpointMutation(revokeInvitation)
  const createHandlers = (title: string) => ({
    onSuccess: () => {
      showToast({ kind: 'success', title })
      router.refresh()
    },
    onError: showErrorToast,
  })
  const enable = () =>
    update.mutate({ params, body: { is_disabled: false } }, createHandlers(`${name} can sign in again`))
  const revoke = () => revocation.mutate({ params }, createHandlers(`The invitation of ${name} is revoked`))
  const state: MenuEntry = account.is_disabled
    ? { label: 'Enable', icon: <CircleCheck aria-hidden="true" />, onSelect: enable }
    : {
        label: isOwn ? 'Disable (ask another admin)' : 'Disable',
        icon: <Ban aria-hidden="true" />,
        danger: true,
        disabled: isOwn,
        onSelect: () => open('disable'),
      }
  const isInvited = account.invited_until !== null
  const invitation: MenuEntry[] =
    account.is_disabled || account.sign_in === 'password' || account.sign_in === 'provider'
      ? []
      : [
          {
            label: isInvited ? 'Invite again' : 'Invite',
            icon: <Mail aria-hidden="true" />,
            onSelect: () => open('invite'),
          },
          ...(isInvited
            ? [{ label: 'Revoke the invitation', icon: <MailX aria-hidden="true" />, onSelect: revoke }]
            : []),
        ]
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton size="sm" label={`Actions for ${account.name}`} icon={<MoreHorizontal aria-hidden="true" />} />
        }
        entries={[
          { label: 'Edit name and role', icon: <Pencil aria-hidden="true" />, onSelect: () => open('edit') },
          {
            label: isOwn ? 'Set a new password (see Settings)' : 'Set a new password',
            icon: <KeyRound aria-hidden="true" />,
            disabled: isOwn,
            onSelect: () => open('password'),
          },
          ...invitation,
          { label: 'Sign out everywhere', icon: <LogOut aria-hidden="true" />, onSelect: () => open('sign_out') },
          'separator',
          state,
        ]}
      />
      {action ? <AccountDialog action={action} account={account} onClose={close} /> : null}
    </>
  )
}
