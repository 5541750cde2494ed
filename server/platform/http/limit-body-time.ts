import type { IncomingMessage } from 'node:http'
import { refuseOnSocket } from './unreadable-request.ts'

/** Rejects a request whose body does not arrive within `milliseconds`. */
export function limitBodyTime(incoming: IncomingMessage, milliseconds: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const timer = setTimeout(() => {
    if (incoming.complete) return
    const error = Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    refuseOnSocket(error, incoming.socket)
  }, milliseconds).unref()
  incoming.once('close', () => clearTimeout(timer))
}
