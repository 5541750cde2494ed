'use client'

import { UserPlus } from 'lucide-react'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'

const loadDialog = () => import('./add-account-dialog.tsx').then((part) => ({ Dialog: part.AddAccountDialog }))

export const AddAccount = () => (
  <DialogButton variant="primary" icon={<UserPlus aria-hidden="true" />} load={loadDialog} input={{}}>
    Add account
  </DialogButton>
)
