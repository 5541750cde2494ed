import { AppError } from '#server/platform/errors.ts'
import { methodLabel, observeRequest } from '#server/platform/metrics/metrics.ts'
import { exchange } from './exchange.ts'
import { readBytes } from './read-body.ts'
import { toResponse } from './send-response.ts'
import { fromWebRequest } from './web-request.ts'

const signIn = { name: 'signIn', path: '/api/auth/*' } as const

/**
 * The response of the sign-in library, or ours where it has only an exception or a line of text for a request that it
 * cannot read: the error object, as anywhere under `/api`. `answer` is given the request with its body, which the library
 * would read to any length.
 */
export async function guardSignIn(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  try {
    assertReturnAddresses(request)
    const response = await answer(await readWhole(request))
    const isReadable = response.status < 400 || response.headers.get('content-type')?.startsWith('application/json')
    if (isReadable) {
      const labels = { method: methodLabel(request.method), route: signIn.path, status: response.status }
      observeRequest(labels, performance.now() - started)
      return response
    }
    throw new AppError('invalid_request', 'The sign-in does not take this request.')
  } catch (error) {
    const fault = error instanceof SyntaxError ? new AppError('invalid_request', 'The body is not JSON.') : error
    return toResponse(await exchange(fromWebRequest(request), signIn, () => Promise.reject(fault)))
  }
}

/** Throws `invalid_request` on a `callbackUrl` for which the library has only a 500; its pages lead to the sign-in. */
function assertReturnAddresses({ url, method }: Request): void {
  const { pathname, searchParams } = new URL(url)
  if (method === 'GET' && /^\/api\/auth\/(?:signin|error)$/.test(pathname)) return
  if (searchParams.getAll('callbackUrl').every(isReturnAddress)) return
  throw new AppError('invalid_request', 'callbackUrl must be a path or an address that begins with http: or https:.')
}

/** Whether the sign-in library can read an address to return to: a path, or a whole URL of the web. */
export function isReturnAddress(address: string): boolean {
  const url = URL.parse(address, address.startsWith('/') ? 'http://localhost' : undefined)
  return address === '' || url?.protocol === 'http:' || url?.protocol === 'https:'
}

/** The same request with its body read. Throws `payload_too_large`. */
async function readWhole(request: Request): Promise<Request> {
  if (request.body === null) return request
  const { url, method, headers } = request
  return new Request(url, { method, headers, body: new Uint8Array(await readBytes(fromWebRequest(request))) })
}
