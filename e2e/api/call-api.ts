import { expect } from 'playwright/test'
import { ErrorBody } from '#lib/contracts/errors.ts'
import { test as base } from '../world-fixtures.ts'

type Call = {
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent as it stands. */
  body?: unknown
}

export type ApiResponse = {
  status: number
  headers: Headers
  text: string
  /** The body as JSON; null when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test reads answers before it knows their shape
  json: any
}

export type CallApi = (method: string, path: string, call?: Call) => Promise<ApiResponse>

/** Calls an API and checks what holds for every answer: request id, rate limit, nothing that runs, the error object. */
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
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text ? JSON.parse(text) : null,
    }
    expectManners(method, path, answer)
    return answer
  }

function expectManners(method: string, path: string, answer: ApiResponse): void {
  const what = `${method} ${path} → ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.headers.get('x-request-id'), what).toMatch(/^[A-Za-z0-9._-]{8,128}$/)
  expect(answer.headers.get('ratelimit-policy'), what).toMatch(/^"default";q=\d+;w=60$/)
  expect(answer.headers.get('ratelimit'), what).toMatch(/^"default";r=\d+;t=\d+$/)
  expect(answer.headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(answer.headers.get('content-security-policy'), what).toBe("default-src 'none'; frame-ancestors 'none'")
  if (answer.status < 400 || method === 'HEAD') return
  const { error } = ErrorBody.strict().parse(answer.json)
  expect(error.request_id, what).toBe(answer.headers.get('x-request-id'))
  if (answer.status === 401) expect(answer.headers.get('www-authenticate'), what).toMatch(/^Bearer/)
  if (answer.status === 405) expect(answer.headers.get('allow'), what).toBeTruthy()
  if (answer.status === 429 || answer.status === 503) expect(answer.headers.get('retry-after'), what).toMatch(/^\d+$/)
}

type ApiFixtures = { call: CallApi }

export const test = base.extend<ApiFixtures>({
  call: async ({ baseURL }, use) => use(apiCaller(baseURL ?? '')),
})

/** Expects an error of the closed list. */
export function expectError(answer: ApiResponse, status: number, code: string, message?: RegExp): void {
  expect({ status: answer.status, code: answer.json?.error?.code }, answer.text).toEqual({ status, code })
  if (message) expect(answer.json.error.message).toMatch(message)
}

export { expect }
