'use client'

import { UserPlus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'

// Loaded when it opens, with the library of forms.
const AddAccountDialog = dynamic(() => import('./add-account-dialog.tsx').then((part) => part.AddAccountDialog), {
  loading: () => null,
})

export const AddAccount = () => (
  <DialogButton
    variant="primary"
    icon={<UserPlus aria-hidden="true" />}
    dialog={(onClose) => <AddAccountDialog onClose={onClose} />}
  >
    Add account
  </DialogButton>
)
