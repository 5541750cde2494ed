import type { IncomingMessage } from 'node:http'
import { AppError } from '#server/platform/errors.ts'
import { resolveForwarded } from './forwarded.ts'
import { listValues } from './node-request.ts'
import { isHost, type RequestTarget, readTarget } from './target.ts'

/**
 * Checks and normalizes the head of a request before anything else reads it, so that Next, next-auth and the API see
 * the same version, host, path and caller: `url` becomes path and query alone, and the forwarded headers contain only
 * trusted values. Returns the target. Throws `invalid_request`.
 */
export function resolveTarget(incoming: IncomingMessage, trustProxy: boolean): RequestTarget {
  assertVersion(incoming)
  assertHost(incoming)
  incoming.url = originForm(incoming.url ?? '')
  const target = readTarget(incoming.url)
  if (target === null) {
    throw refusal(
      'The path is not in normal form: it must have no empty or dot segments, no unencoded characters and no invalid percent-encoding.',
    )
  }
  resolveForwarded(incoming, trustProxy)
  return target
}

const refusal = (message: string) => new AppError('invalid_request', message)

function assertVersion({ httpVersion }: IncomingMessage): void {
  if (httpVersion === '1.1' || httpVersion === '1.0') return
  throw refusal(`The service supports HTTP/1.1 and HTTP/1.0, not HTTP/${httpVersion}.`)
}

/**
 * Rejects a request without exactly one valid host: Node's `requireHostHeader` responds with an empty body and accepts
 * several headers.
 */
function assertHost(incoming: IncomingMessage): void {
  const [host, ...more] = listValues(incoming, 'host')
  if (more.length > 0) throw refusal('The request has more than one Host header.')
  if (host === undefined && incoming.httpVersion === '1.1') throw refusal('The request needs a Host header.')
  if (host !== undefined && !isHost(host)) throw refusal('The Host header is not a valid host.')
}

/**
 * Removes scheme and host of an absolute URL, which a request through a proxy may have (RFC 9112, section 3.2.2) and
 * which Next takes for a path.
 */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
