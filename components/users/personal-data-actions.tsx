'use client'

import { UserX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import { endpointUrl } from '#lib/api/call-endpoint.ts'
import { getPersonalData } from '#lib/contracts/admin-routes.ts'
import type { UserWithProfile } from '#lib/contracts/users.ts'

const loadDialog = () => import('./erase-dialog.tsx')

type PersonalDataActionsProps = {
  user: Pick<UserWithProfile, 'name' | 'email'>
}

/** What an admin does for a person who asks what is held about them, or who has left: a file of it, and its erasure. */
export function PersonalDataActions({ user: { name, email } }: PersonalDataActionsProps) {
  const [isErasing, setErasing] = useState(false)
  const close = () => setErasing(false)
  const part = useLazyPart(loadDialog, isErasing, close)
  return (
    <>
      <DownloadLink path={endpointUrl(getPersonalData, { query: { email } })} label="Personal data" />
      <Button onClick={() => setErasing(true)}>
        <UserX aria-hidden="true" />
        Erase
      </Button>
      {part && isErasing ? <part.EraseDialog name={name} email={email} onClose={close} /> : null}
    </>
  )
}
