'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import type { EditWebhookProps } from './webhook-labels.ts'

const loadDialog = () => import('./webhook-dialog.tsx')

/** Opens the form of a webhook. */
export function EditWebhook({ webhook, ...form }: EditWebhookProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useLazyPart(loadDialog, isOpen, close)
  return (
    <>
      {webhook ? (
        <Button onClick={() => setOpen(true)}>Edit</Button>
      ) : (
        <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
          New webhook
        </Button>
      )}
      {part && isOpen ? <part.WebhookDialog {...form} webhook={webhook} onClose={close} /> : null}
    </>
  )
}
