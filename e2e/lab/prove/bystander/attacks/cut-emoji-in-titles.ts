import { addSenderTo, senderSecret } from '#e2e/own-sender.ts'
import type { Attack } from '../attack.ts'
import { followEvents } from '../follow-events.ts'
import { bearerOf } from '../headers.ts'

/** Titles are shortened to 300 characters; these have an emoji, of two UTF-16 units, about there. */
const paddings = [280, 284, 285, 286, 287, 288, 297, 298, 299]

/** Deployments with an emoji where their title is shortened, while the event feed is read. */
export const cutEmojiInTitles: Attack = {
  name: 'cut-emoji-in-titles',
  connections: 4,
  async prepare({ baseUrl, tokens }) {
    const path = await addSenderTo(baseUrl, 'json')
    const feed = await followEvents(baseUrl, tokens.itsm.read)
    const deployment = (n: number) => ({
      id: `emoji-${n}`,
      service: 'payments-db',
      environment: 'production',
      status: 'running',
      at: '2026-03-01T02:09:00Z',
      title: `${'x'.repeat(paddings[n % paddings.length] ?? 0)}🚀 done`,
    })
    return (n) =>
      n % 2 === 0
        ? new Request(`${baseUrl}${feed}`, { headers: bearerOf(tokens.itsm.read) })
        : new Request(`${baseUrl}${path}`, {
            method: 'POST',
            headers: bearerOf(senderSecret, 'application/json'),
            body: JSON.stringify(deployment(n)),
          })
  },
}
