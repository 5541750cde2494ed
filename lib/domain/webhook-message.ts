import type { QuietHours } from '#lib/contracts/app/webhooks.ts'
import { lowerFirst, upperFirst } from '#lib/text/first-letter.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { shorten } from '#lib/text/shorten.ts'

/** The message about an event in a channel. */
export type ChannelMessage = {
  readonly title: string
  /** The title of the record; empty if it is gone. */
  readonly text: string
  /** URL of the record; null if no public URL is set. */
  readonly link: string | null
}

/** Returns the title of a message: `Review PIR-2026-0042: signed off`. */
export function formatMessageTitle(type: string, label: string, reference: string): string {
  return `${upperFirst(label)} ${reference}: ${lowerFirst(humaniseKey(type.slice(type.indexOf('.') + 1)))}`
}

const openLabel = 'Open in Hindsight'

/** Maximum length of header and section in Slack, in characters. */
const maxHeader = 150
const maxSection = 3_000

/** Returns the body for an incoming webhook of Slack: blocks of plain text, and a text for notifications. */
export function buildSlackBody({ title, text, link }: ChannelMessage) {
  const plain = (value: string, max: number) => ({ type: 'plain_text', text: shorten(value, max), emoji: false })
  return {
    text: shorten(text === '' ? title : `${title}. ${text}`, maxSection)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;'),
    blocks: [
      { type: 'header', text: plain(title, maxHeader) },
      ...(text === '' ? [] : [{ type: 'section', text: plain(text, maxSection) }]),
      ...(link === null
        ? []
        : [{ type: 'actions', elements: [{ type: 'button', text: plain(openLabel, 75), url: link }] }]),
    ],
  }
}

/** A text run shows its text as it is, while a text block of a card would interpret Markdown. */
const createTextRun = (text: string, more = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...more }],
})

/** Returns the body for a workflow of Teams: a message with an Adaptive Card. */
export function buildTeamsBody({ title, text, link }: ChannelMessage) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            createTextRun(title, { size: 'Medium', weight: 'Bolder' }),
            ...(text === '' ? [] : [createTextRun(text)]),
          ],
          ...(link !== null && { actions: [{ type: 'Action.OpenUrl', title: openLabel, url: link }] }),
        },
      },
    ],
  }
}

/** True during quiet hours, in which messages wait. `zone` is the time zone of the organisation. */
export function isQuiet({ days, from, until }: QuietHours, now: Date, zone: string): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  const values = new Map(parts.formatToParts(now).map(({ type, value }) => [type, value]))
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(values.get('weekday') ?? '') + 1
  const hour = Number(values.get('hour'))
  if (days.includes(day)) return true
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until
}
