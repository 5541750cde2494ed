'use client'

import { Plus } from 'lucide-react'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'

const loadDialog = () => import('./new-token-dialog.tsx').then((part) => ({ Dialog: part.NewTokenDialog }))

export const NewToken = () => (
  <DialogButton variant="primary" icon={<Plus aria-hidden="true" />} load={loadDialog} input={{}}>
    New token
  </DialogButton>
)
