'use client'

import { UserX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'

const load = () => import('./erase-dialog.tsx')

/** Opens the dialog that puts a pseudonym in place of a person. */
export function ErasePerson({ name, email }: { name: string; email: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useLazyPart(load, isOpen, close)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserX aria-hidden="true" />
        Erase
      </Button>
      {part && isOpen ? <part.EraseDialog name={name} email={email} onClose={close} /> : null}
    </>
  )
}
