import type { TestResult, TestStep } from '#lib/contracts/app/settings.ts'
import { shorten } from '#lib/text/shorten.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { findMailSettings, findProvider } from '#server/platform/settings/current-settings.ts'
import type { ProviderSettings } from '#server/platform/settings/provider-settings.ts'
import { findRedirectUri } from './present-settings.ts'

/** Maximum milliseconds to wait for the provider. */
const timeoutMs = 5_000

/** Reads the metadata and tries the credentials with an invalid code. Throws `conflict` without a provider. */
export async function testProvider(): Promise<TestResult> {
  const provider = findProvider()
  if (!provider) {
    throw new AppError(
      'conflict',
      'The provider is not configured: it needs issuer, client ID, client secret and the public URL.',
    )
  }
  const steps = await tryProvider(provider, findRedirectUri() ?? '')
  return { is_ok: steps.every(({ is_ok }) => is_ok), steps }
}

/** Describes an error from the provider, the network or the library. */
const describeFault = (error: unknown) =>
  shorten(error instanceof Error ? error.message || error.name : String(error), 500)

async function tryProvider(
  { issuer, clientId, clientSecret }: ProviderSettings,
  redirect: string,
): Promise<TestStep[]> {
  const { Issuer, custom } = await import('openid-client')
  const metadataUrl = `${issuer}/.well-known/openid-configuration`
  const read = { name: 'Metadata', sent: `GET ${metadataUrl}` }
  Issuer[custom.http_options] = () => ({ timeout: timeoutMs })
  const discovered = await Issuer.discover(metadataUrl).catch(describeFault)
  if (typeof discovered === 'string') return [{ ...read, is_ok: false, message: discovered }]
  const namedIssuer = discovered.metadata.issuer
  const isSame = namedIssuer?.replace(/\/$/, '') === issuer
  const endpoints = `It signs in at ${discovered.metadata.authorization_endpoint ?? 'no address'}.`
  if (!isSame) return [{ ...read, is_ok: false, message: `It names the issuer ${namedIssuer}, not ${issuer}.` }]
  const metadata = { ...read, is_ok: true, message: `It names the issuer ${namedIssuer}. ${endpoints}` }
  const client = new discovered.Client({ client_id: clientId, client_secret: clientSecret })
  client[custom.http_options] = () => ({ timeout: timeoutMs })
  const tried = {
    name: 'Credentials',
    sent: `POST ${discovered.metadata.token_endpoint} as ${clientId} with an invalid code, and the redirect URL ${redirect}`,
  }
  const reply = await client
    .grant({ grant_type: 'authorization_code', code: 'hindsight-test', redirect_uri: redirect })
    .then(() => 'invalid_grant', describeFault)
  // The provider checks the credentials before it rejects the code.
  const isKnown = /invalid_grant/.test(reply)
  return [
    metadata,
    { ...tried, is_ok: isKnown, message: isKnown ? 'The provider accepts client ID and client secret.' : reply },
  ]
}

/** Sends a mail to the caller at once, bypassing the outbox, and returns the reply of the server. Throws `conflict`. */
export async function testMail(ctx: Context): Promise<TestResult> {
  const mail = findMailSettings()
  if (!mail) {
    throw new AppError('conflict', 'Mail is not configured: it needs a mail server, a sender and the public URL.')
  }
  const { email: to } = getActingAccount(ctx)
  const { createMailer } = await import('#server/platform/mail/mailer.ts')
  const mailer = createMailer(mail)
  const lead = 'This is a test. Mail from Hindsight arrives.'
  try {
    const delivery = await mailer.send({
      id: newId('mail', ctx.now),
      to,
      subject: 'Test mail from Hindsight',
      ...composeMail({ lead }, { publicUrl: mail.publicUrl, unsubscribe: undefined }),
      unsubscribeUrl: undefined,
    })
    const is_ok = delivery.result === 'sent'
    const message = delivery.result === 'sent' ? 'The mail server accepted the mail.' : delivery.fault
    const sent = `From ${mail.from} to ${to} through ${new URL(mail.smtpUrl).host}`
    return { is_ok, steps: [{ name: 'Test mail', sent, is_ok, message }] }
  } finally {
    mailer.close()
  }
}
