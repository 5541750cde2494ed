'use client'

import { useState } from 'react'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { InstantInput } from '#components/ui/form/instant-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import {
  deleteWebhook,
  makeWebhookSecret,
  replayDeliveries,
  testWebhook,
  updateWebhook,
} from '#lib/contracts/routes.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { createSecretResult, EditWebhook } from './edit-webhook.tsx'
import { describeSendTime, type EditWebhookProps } from './webhook-labels.ts'

/** Buttons that edit, switch, test and delete a webhook. */
export function WebhookActions({ webhook, ...form }: EditWebhookProps & { webhook: Webhook }) {
  const { id, name, state } = webhook
  const input = { params: { id } }
  const isOn = state === 'on'
  return (
    <>
      <WriteButton variant="primary" route={testWebhook} input={input} done={describeTest}>
        Send a test
      </WriteButton>
      <WriteButton
        route={updateWebhook}
        input={{ ...input, body: { state: isOn ? 'off' : 'on' } }}
        done={`${name} is ${isOn ? 'off' : 'on'}`}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </WriteButton>
      <DialogButton dialog={(onClose) => <MakeSecretDialog webhook={webhook} onClose={onClose} />}>
        New secret…
      </DialogButton>
      <DialogButton dialog={(onClose) => <ReplayDialog webhook={webhook} onClose={onClose} />}>
        Send again…
      </DialogButton>
      <EditWebhook {...form} webhook={webhook} />
      <WriteButton
        route={deleteWebhook}
        input={input}
        confirm={{
          title: `Delete the webhook ${name}?`,
          description: 'Its secret and deliveries are deleted. Nothing is sent any more.',
          confirmLabel: 'Delete',
          danger: true,
        }}
        done={`${name} was deleted`}
        goTo={webhookPaths.all}
      >
        Delete…
      </WriteButton>
    </>
  )
}

const describeTest = ({ status, attempts }: CallResponse<typeof testWebhook>) =>
  status === 'delivered'
    ? 'The test was delivered'
    : ({ kind: 'error', title: 'The test failed', description: attempts.at(-1)?.error ?? '' } as const)

type WebhookDialogProps = { webhook: Webhook; onClose: () => void }

/** Replaces the secret. */
function MakeSecretDialog({ webhook, onClose }: WebhookDialogProps) {
  const { id, name } = webhook
  // Fixed when the dialog opens: the person confirms the replacement of that secret only.
  const [{ until, isRotating }] = useState(() => {
    const { previous_secret_until: until } = webhook
    return { until, isRotating: until !== null && Date.parse(until) > Date.now() }
  })
  const { state } = useEndpointForm(makeWebhookSecret, {
    values: {},
    input: () => ({ params: { id }, body: { previous_secret_until: until } }),
    result: createSecretResult,
  })
  return (
    <FormDialog
      {...state}
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

const dayMs = 24 * 3_600_000
const statuses = [
  { value: 'failed', label: 'Given up' },
  { value: 'all', label: 'Given up or delivered' },
]

/** Sends the deliveries of a period again, by default of the last day. An emptied input has no value. */
function ReplayDialog({ webhook, onClose }: WebhookDialogProps) {
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
  return (
    <FormDialog
      {...state}
      title={`Send deliveries of ${webhook.name} again`}
      description="Each has the same identifier and body as before, so that the receiver can recognise it. Tests are left out."
      submitLabel="Send again"
      onClose={onClose}
    >
      <Field name="since" label="Queued from" required controlled={InstantInput} />
      <Field name="until" label="Until" hint="Empty: until now." controlled={InstantInput} />
      <Field name="status" label="Status" as={NativeSelect} options={statuses} />
    </FormDialog>
  )
}
