'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'

const loadDialog = () => import('./add-account-dialog.tsx')

export function AddAccount() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useLazyPart(loadDialog, isOpen, close)
  return (
    <>
      <Button variant="primary" icon={<UserPlus aria-hidden="true" />} onClick={() => setOpen(true)}>
        Add account
      </Button>
      {part && isOpen ? <part.AddAccountDialog onClose={close} /> : null}
    </>
  )
}
