/**
 * What a webhook sends: the type, time and reference of an event; the record too; or a CloudEvent; or a message for a
 * channel of Slack or Teams.
 */
export const webhookFormats = ['thin', 'record', 'cloudevent', 'slack', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `paused`: every attempt failed for three days. `gone`: the receiver answered 410. */
export const webhookStates = ['on', 'off', 'paused', 'gone'] as const

/** `failed`: given up after the last attempt. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** When messages wait, in the time zone of the organisation: on some days, and from an hour to another on every day. */
export type QuietHours = {
  /** Days of the week, 1 for Monday to 7 for Sunday. */
  readonly days: readonly number[]
  /** Whole hours, 0 to 23; equal for no hours. They may span midnight. */
  readonly from: number
  readonly until: number
}

/** One request and what came back. Bodies are cut. */
export type Attempt = {
  readonly at: string
  readonly duration_ms: number
  /** The headers of the request; its body is that of the delivery. */
  readonly headers: Readonly<Record<string, string>>
  /** Null when nothing came back. */
  readonly response: { readonly status: number; readonly body: string } | null
  /** Why it counts as failed; null after a success. */
  readonly error: string | null
}
