import { stringifySetCookie } from 'cookie'
import { AppError } from '#server/platform/errors.ts'
import { fromWebRequest } from '#server/platform/http/api-request.ts'
import { exchange } from '#server/platform/http/exchange.ts'
import { readBytes } from '#server/platform/http/read-body.ts'
import { toResponse } from '#server/platform/http/response.ts'
import { getMethodLabel, observeRequest } from '#server/platform/metrics/metrics.ts'
import { signInCookies } from './sign-in-cookies.ts'

const signIn = { name: 'signIn', path: '/api/auth/*' } as const

/**
 * Returns the response of the sign-in library, or the error object where the library throws, responds with a line of
 * text, or fails on a value of the request. A return URL in a cookie may be that value, so the cookie is then deleted.
 * `respond` receives the request with its body already read, since the library sets no limit on its length.
 */
export async function guardSignIn(
  request: Request,
  respond: (request: Request) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  try {
    const response = await respond(await readWhole(request))
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const isReadable = response.status < 400 || (isJson && response.status < 500)
    if (isReadable) {
      const labels = { method: getMethodLabel(request.method), route: signIn.path, status: response.status }
      observeRequest(labels, performance.now() - started)
      return response
    }
    throw new AppError('invalid_request', 'The sign-in does not accept this request.')
  } catch (error) {
    const fault = error instanceof SyntaxError ? new AppError('invalid_request', 'The body is not JSON.') : error
    const { name, options } = signInCookies().callbackUrl
    const response = toResponse(await exchange(fromWebRequest(request), signIn, () => Promise.reject(fault)))
    response.headers.append('Set-Cookie', stringifySetCookie({ ...options, name, value: '', maxAge: 0 }))
    return response
  }
}

/** A copy of the request whose body is read. Throws `payload_too_large`. */
async function readWhole(request: Request): Promise<Request> {
  if (request.body === null) return request
  const { url, method, headers } = request
  return new Request(url, { method, headers, body: new Uint8Array(await readBytes(fromWebRequest(request))) })
}
