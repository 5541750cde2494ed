import type { IncomingMessage } from 'node:http'
import { AppError } from '#server/platform/errors.ts'
import { isHost } from './host.ts'

/** What a proxy may say of the request that it took, and the form that each value must have. */
const fromProxy: Readonly<Record<string, (value: string) => boolean>> = {
  'x-forwarded-host': isHost,
  'x-forwarded-proto': (value) => value === 'http' || value === 'https',
  'x-forwarded-port': (value) => /^\d{1,5}$/.test(value),
}

/**
 * Makes `X-Forwarded-For` of a request the address of its caller, since Next and next-auth believe the header whoever
 * sent it: the socket's address, or where a proxy is trusted the last entry, which the proxy itself has added. Host,
 * protocol and port are taken from a trusted proxy too, and removed otherwise. Throws `invalid_request` where the proxy
 * passes on a value that cannot be read.
 */
export function settleForwarded({ headers, socket }: IncomingMessage, trustProxy: boolean): void {
  const forwardedFor = trustProxy ? lastOf(headers['x-forwarded-for']) : undefined
  headers['x-forwarded-for'] = forwardedFor || socket.remoteAddress || 'unknown'
  delete headers.forwarded
  for (const [name, isReadable] of Object.entries(fromProxy)) {
    const value = trustProxy ? lastOf(headers[name]) : undefined
    if (value === undefined) delete headers[name]
    else if (isReadable(value)) headers[name] = value
    else throw new AppError('invalid_request', `The header ${name} holds a value that cannot be read.`)
  }
}

const lastOf = (value: string | string[] | undefined): string | undefined =>
  String(value ?? '')
    .split(',')
    .at(-1)
    ?.trim() || undefined
