'use client'

import { Plus } from 'lucide-react'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import type { EditWebhookProps } from './webhook-labels.ts'

/** Button that opens the form of a webhook. */
export const EditWebhook = (input: EditWebhookProps) =>
  input.webhook ? (
    <DialogButton dialog={(onClose) => <WebhookDialog {...input} onClose={onClose} />}>Edit</DialogButton>
  ) : (
    <DialogButton
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      dialog={(onClose) => <WebhookDialog {...input} onClose={onClose} />}
    >
      New webhook
    </DialogButton>
  )
