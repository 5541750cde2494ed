/**
 * The body that a webhook sends: type, time and reference of an event; the record too; a CloudEvent; or a message for a
 * channel of Slack or Teams.
 */
export const webhookFormats = ['thin', 'record', 'cloudevent', 'slack', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `paused`: every attempt failed for three days. `gone`: the receiver answered 410. */
export const webhookStates = ['on', 'off', 'paused', 'gone'] as const

/** `failed`: given up after the last attempt. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type { Attempt, QuietHours } from './webhook-shapes.ts'
