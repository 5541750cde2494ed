import { AppError } from '#server/platform/errors.ts'
import { getMethodLabel, observeRequest } from '#server/platform/metrics/metrics.ts'
import { exchange } from './exchange.ts'
import { readBytes } from './read-body.ts'
import { toResponse } from './send-response.ts'
import { fromWebRequest } from './web-request.ts'

const signIn = { name: 'signIn', path: '/api/auth/*' } as const

/**
 * Returns the response of the sign-in library, or the error object where the library throws or responds with a line of
 * text. `respond` receives the request with its body already read, since the library sets no limit on its length.
 */
export async function guardSignIn(
  request: Request,
  respond: (request: Request) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  try {
    assertReturnUrls(request)
    const response = await respond(await readWhole(request))
    const isReadable = response.status < 400 || response.headers.get('content-type')?.startsWith('application/json')
    if (isReadable) {
      const labels = { method: getMethodLabel(request.method), route: signIn.path, status: response.status }
      observeRequest(labels, performance.now() - started)
      return response
    }
    throw new AppError('invalid_request', 'The sign-in does not accept this request.')
  } catch (error) {
    const fault = error instanceof SyntaxError ? new AppError('invalid_request', 'The body is not JSON.') : error
    return toResponse(await exchange(fromWebRequest(request), signIn, () => Promise.reject(fault)))
  }
}

/**
 * Throws `invalid_request` on a `callbackUrl` to which the library responds with 500; its pages redirect to the
 * sign-in.
 */
function assertReturnUrls({ url, method }: Request): void {
  const { pathname, searchParams } = new URL(url)
  if (method === 'GET' && /^\/api\/auth\/(?:signin|error)$/.test(pathname)) return
  if (searchParams.getAll('callbackUrl').every(isReturnUrl)) return
  throw new AppError('invalid_request', 'callbackUrl must be a path or an address that starts with http: or https:.')
}

/** True if the sign-in library accepts a return URL: a path, or an absolute http(s) URL. */
export function isReturnUrl(returnUrl: string): boolean {
  const url = URL.parse(returnUrl, returnUrl.startsWith('/') ? 'http://localhost' : undefined)
  return returnUrl === '' || url?.protocol === 'http:' || url?.protocol === 'https:'
}

/** A copy of the request whose body is read. Throws `payload_too_large`. */
async function readWhole(request: Request): Promise<Request> {
  if (request.body === null) return request
  const { url, method, headers } = request
  return new Request(url, { method, headers, body: new Uint8Array(await readBytes(fromWebRequest(request))) })
}
