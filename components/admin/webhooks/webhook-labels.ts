import type { Tone } from '#components/ui/badge.tsx'
import type { WebhookFormat } from '#lib/contracts/app/values.ts'
import type { Delivery } from '#lib/contracts/app/webhook-deliveries.ts'
import type { QuietHours, Webhook } from '#lib/contracts/app/webhooks.ts'

type LabelledTone = { readonly tone: Tone; readonly label: string }

/** Describes the state of a webhook in one or two words. */
export function describeState({ state, failing_since: failing }: Webhook): LabelledTone {
  if (state === 'off') return { tone: 'neutral', label: 'Off' }
  if (state === 'paused') return { tone: 'danger', label: 'Paused' }
  if (state === 'gone') return { tone: 'danger', label: 'Receiver gone' }
  return failing === null ? { tone: 'success', label: 'On' } : { tone: 'warning', label: 'Failing' }
}

export const deliveryBadges: Readonly<Record<Delivery['status'], LabelledTone>> = {
  waiting: { tone: 'info', label: 'Waiting' },
  delivered: { tone: 'success', label: 'Delivered' },
  failed: { tone: 'danger', label: 'Given up' },
}

export const formatLabels: Readonly<Record<WebhookFormat, { readonly label: string; readonly hint: string }>> = {
  thin: { label: 'Notice', hint: 'Type, time, reference and link. The receiver reads the rest by the API.' },
  record: { label: 'Record', hint: 'The same with the record.' },
  cloudevent: { label: 'CloudEvent', hint: 'The notice as a CloudEvent 1.0 in structured mode.' },
  slack: { label: 'Message in Slack', hint: 'For the URL of an incoming webhook of a channel.' },
  teams: { label: 'Message in Teams', hint: 'For the URL of a workflow that posts to a channel.' },
}

/** True for formats that people read in a chat, which observe quiet hours. */
export const isMessage = (format: WebhookFormat): boolean => format === 'slack' || format === 'teams'

/** Says when a delivery that was just queued is sent. */
export function describeSendTime({ state, quiet_hours: quiet }: Pick<Webhook, 'state' | 'quiet_hours'>): string {
  if (state !== 'on') return 'Sent once the webhook is switched on.'
  return quiet === null ? 'Sent within seconds.' : 'Sent at once, or when the quiet hours end.'
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Describes quiet hours, such as `Saturday, Sunday; 22:00 to 07:00 on every day`. */
export function describeQuietHours({ days, from, until }: QuietHours): string {
  const names = days.toSorted().flatMap((day) => weekdays[day - 1] ?? [])
  const hours = from === until ? [] : [`${formatHour(from)} to ${formatHour(until)} on every day`]
  return [...(names.length > 0 ? [names.join(', ')] : []), ...hours].join('; ')
}

/** The event types by kind of record. */
export type EventTypes = readonly {
  readonly entity: string
  readonly label: string
  readonly types: readonly string[]
}[]

/** Props of the form of a webhook. */
export type EditWebhookProps = {
  /** Null to add one. */
  readonly webhook: Webhook | null
  readonly types: EventTypes
  /** True if the public URL is set, so that messages link to their records. */
  readonly hasPublicUrl: boolean
}
