import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = Email & { readonly header: (name: string) => string | undefined }

/** The reply to a recipient or a content: an SMTP status, or undefined to accept. */
export type SmtpVerdict = (to: string, attempt: number) => { status: number; text: string } | undefined

/** An SMTP server on loopback that stores received mail, parsed by another library than the one that composed it. */
export async function startSmtpServer(verdict: SmtpVerdict = () => undefined) {
  const received: ReceivedMail[] = []
  const attempts = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address: recipient }, _session, done) {
      const attempt = (attempts.get(recipient) ?? 0) + 1
      attempts.set(recipient, attempt)
      const refusal = verdict(recipient, attempt)
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.status }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        const header = (name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value
        received.push(Object.assign(mail, { header }))
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    attempts,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
