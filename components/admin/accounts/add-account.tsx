'use client'

import { UserPlus } from 'lucide-react'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { AddAccountDialog } from './add-account-dialog.tsx'

export const AddAccount = () => (
  <DialogButton
    variant="primary"
    icon={<UserPlus aria-hidden="true" />}
    dialog={(onClose) => <AddAccountDialog onClose={onClose} />}
  >
    Add account
  </DialogButton>
)
