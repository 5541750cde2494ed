import { AdaptiveCard, SerializationContext, Versions } from 'adaptivecards'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildSlackBody, buildTeamsBody, formatMessageTitle, isQuiet } from './webhook-message.ts'

const hostile = '<!channel> & *bold* [link](https://evil.example) 😀 '
const messages = [
  { title: 'Review PIR-2026-0042: signed off', text: 'Certificate rotation', link: 'https://pir.example/reviews/1' },
  { title: 'Change CHG-1: deleted', text: '', link: null },
  { title: hostile.repeat(20), text: hostile.repeat(200), link: 'https://pir.example/changes/1' },
]

/** Limits of https://docs.slack.dev/reference/block-kit/blocks for the blocks that are used. */
const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean() })
const SlackMessage = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('header'), text: plainText(150) }),
        z.strictObject({ type: z.literal('section'), text: plainText(3_000) }),
        z.strictObject({
          type: z.literal('actions'),
          elements: z
            .array(z.strictObject({ type: z.literal('button'), text: plainText(75), url: z.url().max(3_000) }))
            .min(1)
            .max(25),
        }),
      ]),
    )
    .min(1)
    .max(50),
})

test.each(messages)('is what Slack and Teams accept: %o', (message) => {
  const slack = SlackMessage.parse(buildSlackBody(message))
  expect(slack.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
  const card = new AdaptiveCard()
  const context = new SerializationContext(Versions.v1_4)
  const [attachment] = buildTeamsBody(message).attachments
  card.parse(attachment?.content, context)
  expect(context.eventCount).toBe(0)
  expect(card.validateProperties().validationEvents).toEqual([])
  expect(card.getItemCount()).toBe(message.text === '' ? 1 : 2)
  expect(card.getActionCount()).toBe(message.link === null ? 0 : 1)
})

test('names what happened', () => {
  expect(formatMessageTitle('review.signed_off', 'review', 'PIR-2026-0042')).toBe('Review PIR-2026-0042: signed off')
  expect(formatMessageTitle('change.created', 'Change', 'CHG-1')).toBe('Change CHG-1: created')
})

test('messages wait on some days, and between two hours of the organisation, also over midnight', () => {
  const zone = 'Europe/Copenhagen'
  const quietAt = (iso: string, quiet: Parameters<typeof isQuiet>[0]) => isQuiet(quiet, new Date(iso), zone)
  const nights = { days: [6, 7], from: 22, until: 7 }
  // A Friday in winter: one hour ahead of UTC.
  expect(quietAt('2026-03-06T20:59:00Z', nights)).toBe(false)
  expect(quietAt('2026-03-06T21:00:00Z', nights)).toBe(true)
  expect(quietAt('2026-03-06T05:59:00Z', nights)).toBe(true)
  expect(quietAt('2026-03-06T06:00:00Z', nights)).toBe(false)
  expect(quietAt('2026-03-07T12:00:00Z', nights)).toBe(true)
  expect(quietAt('2026-03-09T12:00:00Z', nights)).toBe(false)
  expect(quietAt('2026-03-06T12:00:00Z', { days: [], from: 0, until: 0 })).toBe(false)
  expect(quietAt('2026-03-06T12:00:00Z', { days: [], from: 12, until: 14 })).toBe(true)
})
