'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SecretValue } from '#components/admin/secret-value.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { createWebhook, Webhook } from '#lib/contracts/app/webhooks.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { makeWebhookSecret } from '#lib/contracts/routes.ts'

/** Shows the secret of a webhook once. */
export function createSecretResult({ webhook, secret }: ResponseOf<typeof createWebhook>): FormResult {
  return {
    title: `Secret of ${webhook.name}`,
    description: 'The receiver verifies with it that a request is from Hindsight.',
    content: (
      <div className="flex flex-col gap-4">
        <Notice tone="warning" announce>
          The secret is shown only once.
        </Notice>
        <SecretValue label="Secret" what="the secret" value={secret} />
      </div>
    ),
  }
}

/** Button that replaces the secret after a confirmation. */
export function MakeSecret({ webhook }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>New secret…</Button>
      {isOpen ? <MakeSecretDialog webhook={webhook} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function MakeSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, name } = webhook
  // Fixed when the dialog opens: the person confirms the replacement of that secret only.
  const [{ until, isRotating }] = useState(() => {
    const { previous_secret_until: until } = webhook
    return { until, isRotating: until !== null && Date.parse(until) > Date.now() }
  })
  const router = useRouter()
  const make = useEndpointMutation(makeWebhookSecret)
  return (
    <FormDialog
      busy={make.isPending}
      error={make.error?.message}
      onSubmit={(event) => {
        event.preventDefault()
        const body = { previous_secret_until: until }
        make.mutate({ params: { id }, body }, { onSettled: () => router.refresh() })
      }}
      result={make.data ? createSecretResult(make.data) : null}
      title={`Make a new secret for ${name}?`}
      description={
        isRotating
          ? 'There was a new one less than a day ago. It signs too for another day; the one before it no longer does: make sure that the receiver has changed it.'
          : 'The current secret also signs for one more day, so that you can change it at the receiver.'
      }
      submitLabel="Make secret"
      onClose={onClose}
    />
  )
}
