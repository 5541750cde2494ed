import { callServer } from '#e2e/lab/prove/crash/call-server.ts'
import { payFor } from './pay-for-leaves.ts'

// Nothing is delivered meanwhile: only the write is measured.
const env = { HINDSIGHT_JOBS: 'off', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }

export const payForWebhooks = payFor(
  'pay-for-webhooks',
  async ({ server, pool, signInAs }) => {
    const headers = await signInAs('admin')
    for (let number = 0; number < 10; number += 1) {
      const body = { name: `Receiver ${number}`, url: `http://127.0.0.1:9/${number}`, types: ['improvement.*'] }
      const reply = await callServer(server, { method: 'POST', path: '/api/app/v1/webhooks', headers, body })
      if (reply?.status !== 201) throw new Error('A webhook was not added.')
    }
    return (isOn) => pool.query('update webhooks set state = $1', [isOn ? 'on' : 'off'])
  },
  env,
)
