import { request } from 'node:http'
import { expect, test } from './call-api.ts'

test('a file beyond the limit is rejected by its announced length', async ({ baseURL, tokens }) => {
  const headers = {
    'content-type': 'text/csv',
    authorization: `Bearer ${tokens.itsm.write}`,
    'content-length': String(200 * 1024 * 1024 + 1),
  }
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${baseURL}/api/itsm/v1/imports?kind=incidents`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode)
      response.destroy()
    })
    sent.on('error', reject)
    sent.flushHeaders()
  })
  expect(status).toBe(413)
})
