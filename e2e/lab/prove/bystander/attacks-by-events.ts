import { addSenderTo, senderSecret } from '#e2e/support/own-sender.ts'
import { type Attack, followEvents, toBearer } from './attack.ts'

/** More long polls of one caller than may wait. */
export const crowdLongPolls: Attack = {
  name: 'crowd-long-polls',
  connections: 300,
  async prepare({ baseUrl, tokens }) {
    const headers = toBearer(tokens.itsm.read)
    const feed = await followEvents(baseUrl, toBearer(tokens.itsm.read))
    return () => new Request(`${baseUrl}${feed}&wait=20`, { headers })
  },
}

/** Titles are shortened to 300 characters; these have an emoji, of two UTF-16 units, about there. */
const paddings = [280, 284, 285, 286, 287, 288, 297, 298, 299]

/** Deployments with an emoji where their title is shortened, while the change feed is read. */
export const cutEmojiInTitles: Attack = {
  name: 'cut-emoji-in-titles',
  connections: 4,
  async prepare({ baseUrl, tokens }) {
    const path = await addSenderTo(baseUrl, 'json')
    const feed = await followEvents(baseUrl, toBearer(tokens.itsm.read))
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
        ? new Request(`${baseUrl}${feed}`, { headers: toBearer(tokens.itsm.read) })
        : new Request(`${baseUrl}${path}`, {
            method: 'POST',
            headers: toBearer(senderSecret, 'application/json'),
            body: JSON.stringify(deployment(n)),
          })
  },
}

const deploymentsOfBatch = 3_000

/** A batch of 3,000 deployments, and then single ones as fast as they are accepted. */
export const sendBurstsOfEvents: Attack = {
  name: 'send-bursts-of-events',
  connections: 20,
  async prepare({ baseUrl }) {
    const path = await addSenderTo(baseUrl, 'cloudevents')
    const batch = Array.from({ length: deploymentsOfBatch }, (_, n) => deployment(`batch-${n}`))
    return (n) =>
      new Request(`${baseUrl}${path}`, {
        method: 'POST',
        headers: toBearer(senderSecret, `application/cloudevents${n === 1 ? '-batch' : ''}+json`),
        body: JSON.stringify(n === 1 ? batch : deployment(`single-${n}`)),
      })
  },
}

const deployment = (id: string) => ({
  specversion: '1.0',
  id,
  source: '/pipelines/payments',
  type: 'org.example.deployed',
  time: '2026-03-01T02:09:00Z',
  data: { service: 'payments', environment: 'production', status: 'success', title: `Deploy ${id}` },
})

const alertsOfNotification = 4_000
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()

/** Notifications of 4,000 alerts of one group, about 900 kB each, of which no two fire at the same time. */
export const sendDisjointAlerts: Attack = {
  name: 'send-disjoint-alerts',
  connections: 4,
  async prepare({ baseUrl }) {
    const path = await addSenderTo(baseUrl, 'alertmanager')
    return (n) =>
      new Request(`${baseUrl}${path}`, {
        method: 'POST',
        headers: toBearer(senderSecret, 'application/json'),
        body: JSON.stringify({ groupKey: '{}:{}', commonLabels: { alertname: `Slow ${n}` }, alerts }),
      })
  },
}

const alerts = Array.from({ length: alertsOfNotification }, (_, n) => ({
  status: 'resolved',
  labels: { instance: `payments-${n}` },
  annotations: {},
  startsAt: minute(n * 2),
  endsAt: minute(n * 2 + 1),
  fingerprint: `${n}`,
}))
