'use client'

import { UserX } from 'lucide-react'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { getPersonalData } from '#lib/contracts/admin-routes.ts'
import type { UserWithProfile } from '#lib/contracts/users.ts'
import { EraseDialog } from './erase-dialog.tsx'

type PersonalDataActionsProps = {
  user: Pick<UserWithProfile, 'name' | 'email'>
}

/** Buttons with which an admin downloads or erases the personal data of a person. */
export function PersonalDataActions({ user: { name, email } }: PersonalDataActionsProps) {
  return (
    <>
      <DownloadLink path={buildEndpointUrl(getPersonalData, { query: { email } })} label="Personal data" />
      <DialogButton
        icon={<UserX aria-hidden="true" />}
        dialog={(onClose) => <EraseDialog name={name} email={email} onClose={onClose} />}
      >
        Erase
      </DialogButton>
    </>
  )
}
