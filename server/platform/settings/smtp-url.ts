import type { SettingValues } from '#lib/contracts/app/setting-definitions.ts'
import type { Env } from '#server/platform/env.ts'
import { mayBePlain } from '#server/platform/plain-connection.ts'

type Smtp = Pick<SettingValues, 'smtp_host' | 'smtp_port' | 'smtp_security' | 'smtp_user' | 'smtp_password'>

/** Whether mail may go to a host without TLS: in production only to this machine or a private network. */
export const mayMailBePlain = (host: string, { isProduction, plainHosts }: Pick<Env, 'isProduction' | 'plainHosts'>) =>
  !isProduction || mayBePlain(host, plainHosts)

/** The address of the mail server of the settings; undefined without one, or if TLS is off where it is required. */
export function smtpUrlOf(settings: Smtp, env: Pick<Env, 'isProduction' | 'plainHosts'>): string | undefined {
  const { smtp_host: host, smtp_security: security } = settings
  if (host === null || (security === 'none' && !mayMailBePlain(host, env))) return undefined
  const url = new URL(`${security === 'tls' ? 'smtps' : 'smtp'}://${host.includes(':') ? `[${host}]` : host}`)
  url.port = String(settings.smtp_port)
  url.username = encodeURIComponent(settings.smtp_user ?? '')
  url.password = encodeURIComponent(settings.smtp_password ?? '')
  if (security === 'starttls') url.searchParams.set('requireTLS', 'true')
  if (security === 'none') url.searchParams.set('ignoreTLS', 'true')
  return url.href
}
