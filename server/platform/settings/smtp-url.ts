import type { SettingValues, VariableSetting } from '#lib/contracts/app/setting-definitions.ts'
import { mayBePlain } from '#server/platform/plain-connection.ts'

type SmtpSettings = Pick<SettingValues, 'smtp_host' | 'smtp_port' | 'smtp_security' | 'smtp_user' | 'smtp_password'>
type MailEnvironment = { readonly isProduction: boolean; readonly plainHosts: readonly string[] }

/** Why mail may not go to this server without TLS; this machine and private networks may. */
export function describePlainMailIssue(
  { smtp_host: host, smtp_security: security }: Pick<SmtpSettings, 'smtp_host' | 'smtp_security'>,
  { isProduction, plainHosts }: MailEnvironment,
): string | undefined {
  if (host === null || security !== 'none' || !isProduction || mayBePlain(host, plainHosts)) return undefined
  return `must be TLS or STARTTLS for another machine, unless HINDSIGHT_PLAIN_HOSTS lists ${host}`
}

/** The URL of the mail server in the settings; undefined without one, or if TLS is off but required. */
export function buildSmtpUrl(settings: SmtpSettings, env: MailEnvironment): string | undefined {
  const { smtp_host: host, smtp_security: security } = settings
  if (host === null || describePlainMailIssue(settings, env) !== undefined) return undefined
  const url = new URL(`${security === 'tls' ? 'smtps' : 'smtp'}://${host.includes(':') ? `[${host}]` : host}`)
  url.port = String(settings.smtp_port)
  url.username = encodeURIComponent(settings.smtp_user ?? '')
  url.password = encodeURIComponent(settings.smtp_password ?? '')
  if (security === 'starttls') url.searchParams.set('requireTLS', 'true')
  if (security === 'none') url.searchParams.set('ignoreTLS', 'true')
  return url.href
}

/** The parts of the URL of the mail server, for the settings page; mail itself uses the URL. */
export function readSmtpParts({ protocol, hostname, port, username, password }: URL) {
  const isTls = protocol === 'smtps:'
  const usualPort = isTls ? 465 : 587
  return {
    smtp_host: hostname,
    smtp_port: port === '' ? usualPort : Number(port),
    smtp_security: isTls ? 'tls' : 'starttls',
    smtp_user: decodeURIComponent(username) || null,
    smtp_password: decodeURIComponent(password) || null,
  } as const satisfies Record<Extract<VariableSetting, `smtp_${string}`>, unknown>
}
