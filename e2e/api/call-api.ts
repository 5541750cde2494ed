import { expect } from 'playwright/test'
import { test as base } from '#e2e/support/world-fixtures.ts'
import { ErrorBody } from '#lib/contracts/errors.ts'

type Call = {
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown
}

export type ApiResponse = {
  status: number
  headers: Headers
  text: string
  /** The body as JSON; null when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test reads responses before it knows their shape
  json: any
}

export type CallApi = (method: string, path: string, call?: Call) => Promise<ApiResponse>

/**
 * Calls an API and checks the rules for every response: request id, rate limit, security headers, the error object.
 */
export const apiCaller =
  (baseUrl: string): CallApi =>
  async (method, path, { token, headers = {}, body } = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const checkedResponse = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text ? JSON.parse(text) : null,
    }
    expectManners(method, path, checkedResponse)
    return checkedResponse
  }

function expectManners(method: string, path: string, checkedResponse: ApiResponse): void {
  const what = `${method} ${path} → ${checkedResponse.status} ${checkedResponse.text.slice(0, 300)}`
  expect(checkedResponse.headers.get('x-request-id'), what).toMatch(/^[A-Za-z0-9._-]{8,128}$/)
  expect(checkedResponse.headers.get('ratelimit-policy'), what).toMatch(
    /^"(?:default|bulk|events|rejected-events)";q=\d+;w=60$/,
  )
  expect(checkedResponse.headers.get('ratelimit'), what).toMatch(
    /^"(?:default|bulk|events|rejected-events)";r=\d+;t=\d+$/,
  )
  expect(checkedResponse.headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(checkedResponse.headers.get('content-security-policy'), what).toBe(
    // A file to be saved has no rights even where a browser shows it.
    `default-src 'none'; frame-ancestors 'none'${checkedResponse.headers.has('content-disposition') ? '; sandbox' : ''}`,
  )
  if (checkedResponse.status < 400 || method === 'HEAD') return
  const { error } = ErrorBody.strict().parse(checkedResponse.json)
  expect(error.request_id, what).toBe(checkedResponse.headers.get('x-request-id'))
  if (checkedResponse.status === 401) expect(checkedResponse.headers.get('www-authenticate'), what).toMatch(/^Bearer/)
  if (checkedResponse.status === 405) expect(checkedResponse.headers.get('allow'), what).toBeTruthy()
  if (checkedResponse.status === 429 || checkedResponse.status === 503)
    expect(checkedResponse.headers.get('retry-after'), what).toMatch(/^\d+$/)
}

type ApiFixtures = { call: CallApi }

export const test = base.extend<ApiFixtures>({
  call: async ({ baseURL }, use) => use(apiCaller(baseURL ?? '')),
})

/** Expects an error of the closed list. */
export function expectError(checkedResponse: ApiResponse, status: number, code: string, message?: RegExp): void {
  expect({ status: checkedResponse.status, code: checkedResponse.json?.error?.code }, checkedResponse.text).toEqual({
    status,
    code,
  })
  if (message) expect(checkedResponse.json.error.message).toMatch(message)
}

export { expect }
