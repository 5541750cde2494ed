import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from './mailer.ts'
import { startSmtpServer } from './testing-smtp.ts'

test('sends nothing if TLS is required and the server offers none', async () => {
  const server = await startSmtpServer()
  onTestFinished(server.stop)
  const message = { id: 'm1', to: 'a@x.example', subject: 'S', text: 'T', html: 'T', unsubscribeUrl: undefined }
  const send = async (smtpUrl: string) => {
    const mailer = createMailer({ smtpUrl, from: 'b@x.example', publicUrl: 'https://x.example' })
    onTestFinished(() => mailer.close())
    return mailer.send(message)
  }
  expect(await send(`${server.url}?requireTLS=true`)).toMatchObject({ result: 'unreachable' })
  expect(server.received).toEqual([])
  expect(await send(server.url)).toEqual({ result: 'sent' })
})
