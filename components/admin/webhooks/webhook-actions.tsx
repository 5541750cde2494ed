'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { InstantInput } from '#components/ui/form/instant-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { deleteWebhook, replayDeliveries, testWebhook, updateWebhook } from '#lib/contracts/routes.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { EditWebhook } from './edit-webhook.tsx'
import { MakeSecret } from './issued-secret.tsx'
import { describeSendTime, type EditWebhookProps } from './webhook-labels.ts'

/** Buttons that edit, switch, test and delete a webhook. */
export function WebhookActions({ webhook, ...form }: EditWebhookProps & { webhook: Webhook }) {
  const { id, name, state } = webhook
  const router = useRouter()
  const [dialog, setDialog] = useState<'delete' | 'replay' | null>(null)
  const test = useEndpointMutation(testWebhook)
  const update = useEndpointMutation(updateWebhook)
  const params = { id }
  const close = () => setDialog(null)
  const isOn = state === 'on'
  const switchTo = () =>
    update.mutate(
      { params, body: { state: isOn ? 'off' : 'on' } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: `${name} is ${isOn ? 'off' : 'on'}` })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  const send = () =>
    test.mutate(
      { params },
      {
        onSuccess: ({ status, attempts }) => {
          const isDelivered = status === 'delivered'
          const description = attempts.at(-1)?.error ?? ''
          showToast({
            kind: isDelivered ? 'success' : 'error',
            title: isDelivered ? 'The test was delivered' : 'The test failed',
            ...(isDelivered ? {} : { description }),
          })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  return (
    <>
      <Button variant="primary" busy={test.isPending} onClick={send}>
        Send a test
      </Button>
      <Button busy={update.isPending} onClick={switchTo}>
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
      <MakeSecret webhook={webhook} />
      <Button onClick={() => setDialog('replay')}>Send again…</Button>
      <EditWebhook {...form} webhook={webhook} />
      <Button onClick={() => setDialog('delete')}>Delete…</Button>
      {dialog === 'delete' ? (
        <ConfirmWrite
          route={deleteWebhook}
          input={{ params }}
          title={`Delete the webhook ${name}?`}
          description="Its secret and deliveries are deleted. Nothing is sent any more."
          confirmLabel="Delete"
          danger
          done={`${name} was deleted`}
          onDone={() => router.push(webhookPaths.all)}
          onClose={close}
        />
      ) : null}
      {dialog === 'replay' ? <ReplayDialog webhook={webhook} onClose={close} /> : null}
    </>
  )
}

const dayMs = 24 * 3_600_000
const statuses = Object.entries({ failed: 'Given up', all: 'Given up or delivered' })
const options = statuses.map(([value, label]) => ({ value, label }))

/** Sends the deliveries of a period again, by default of the last day. An emptied input has no value. */
function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { Field, state } = useEndpointForm(replayDeliveries, {
    values: { since: new Date(Date.now() - dayMs).toISOString(), until: '', status: 'failed' },
    input: ({ since, until, status }) => ({
      params: { id: webhook.id },
      body: { since, ...(until && { until }), ...(status === 'failed' && { status: 'failed' as const }) },
    }),
    done: ({ replayed }) => ({
      title: `${replayed} ${replayed === 1 ? 'delivery' : 'deliveries'} queued again`,
      ...(replayed > 0 && { description: describeSendTime(webhook) }),
    }),
    onDone: onClose,
  })
  const title = `Send deliveries of ${webhook.name} again`
  const description =
    'Each has the same identifier and body as before, so that the receiver can recognise it. Tests are left out.'
  return (
    <FormDialog {...state} title={title} description={description} submitLabel="Send again" onClose={onClose}>
      <Field name="since" label="Queued from" required controlled={InstantInput} />
      <Field name="until" label="Until" hint="Empty: until now." controlled={InstantInput} />
      <Field name="status" label="Status" as={NativeSelect} options={options} />
    </FormDialog>
  )
}
