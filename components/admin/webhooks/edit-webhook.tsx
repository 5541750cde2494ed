'use client'

import { Plus } from 'lucide-react'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import type { EditWebhookProps } from './webhook-labels.ts'

const loadDialog = () => import('./webhook-dialog.tsx').then((part) => ({ Dialog: part.WebhookDialog }))

/** Button that opens the form of a webhook. */
export const EditWebhook = (input: EditWebhookProps) =>
  input.webhook ? (
    <DialogButton load={loadDialog} input={input}>
      Edit
    </DialogButton>
  ) : (
    <DialogButton variant="primary" icon={<Plus aria-hidden="true" />} load={loadDialog} input={input}>
      New webhook
    </DialogButton>
  )
