import { addSenderTo, senderSecret } from '#e2e/own-sender.ts'
import type { Attack } from '../attack.ts'
import { bearerOf } from '../headers.ts'

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
        headers: bearerOf(senderSecret, `application/cloudevents${n === 1 ? '-batch' : ''}+json`),
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
