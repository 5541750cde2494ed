import { addSenderTo, senderSecret } from '#e2e/own-sender.ts'
import type { Attack } from '../attack.ts'
import { bearerOf } from '../headers.ts'

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
        headers: bearerOf(senderSecret, 'application/json'),
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
