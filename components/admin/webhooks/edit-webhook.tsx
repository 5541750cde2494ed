'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import type { EventTypes } from './webhook-labels.ts'

const loadDialog = () => import('./webhook-dialog.tsx')

/** Opens the form of a webhook; null adds one. */
export function EditWebhook({ webhook, types }: { webhook: Webhook | null; types: EventTypes }) {
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
      {part && isOpen ? <part.WebhookDialog webhook={webhook} types={types} onClose={close} /> : null}
    </>
  )
}
