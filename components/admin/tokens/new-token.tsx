'use client'

import { Plus } from 'lucide-react'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'

export const NewToken = () => (
  <DialogButton
    variant="primary"
    icon={<Plus aria-hidden="true" />}
    dialog={(onClose) => <NewTokenDialog onClose={onClose} />}
  >
    New token
  </DialogButton>
)
