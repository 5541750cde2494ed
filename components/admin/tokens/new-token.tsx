'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'

const loadDialog = () => import('./new-token-dialog.tsx')

export function NewToken() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useLazyPart(loadDialog, isOpen, close)
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        New token
      </Button>
      {part && isOpen ? <part.NewTokenDialog onClose={close} /> : null}
    </>
  )
}
