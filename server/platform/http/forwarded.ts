import type { IncomingMessage } from 'node:http'
import { AppError } from '#server/platform/errors.ts'
import { isHost } from './target.ts'

/** The headers of a proxy and the form that each value must have. */
const fromProxy: Readonly<Record<string, (value: string) => boolean>> = {
  'x-forwarded-host': isHost,
  'x-forwarded-proto': (value) => value === 'http' || value === 'https',
  'x-forwarded-port': (value) => /^\d{1,5}$/.test(value),
}

/**
 * Sets `X-Forwarded-For` to the IP address of the caller, since Next and next-auth trust the header from any sender:
 * that of the socket or, behind a trusted proxy, the last entry, which the proxy added. Host, protocol and port are
 * accepted from a trusted proxy only, and removed otherwise. Throws `invalid_request` on an invalid value from the
 * proxy.
 */
export function resolveForwarded({ headers, socket }: IncomingMessage, trustProxy: boolean): void {
  const forwardedFor = trustProxy ? takeLast(headers['x-forwarded-for']) : undefined
  headers['x-forwarded-for'] = forwardedFor || socket.remoteAddress || 'unknown'
  delete headers.forwarded
  for (const [name, isReadable] of Object.entries(fromProxy)) {
    const value = trustProxy ? takeLast(headers[name]) : undefined
    if (value === undefined) delete headers[name]
    else if (isReadable(value)) headers[name] = value
    else throw new AppError('invalid_request', `The header ${name} has an invalid value.`)
  }
}

const takeLast = (value: string | string[] | undefined): string | undefined =>
  String(value ?? '')
    .split(',')
    .at(-1)
    ?.trim() || undefined
