import { getRuntime } from '#server/platform/runtime/runtime.ts'
import type { HeaderFields } from './api-request.ts'
import type { ResponseHeaders } from './response.ts'

const exposed =
  'ETag, Link, Location, X-Request-Id, traceresponse, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed'

/** Lets a listed origin read the response. Without `HINDSIGHT_CORS_ORIGINS` there is none and nothing is set. */
export function setCorsHeaders(request: HeaderFields, headers: ResponseHeaders): void {
  const { corsOrigins } = getRuntime().env
  if (corsOrigins.length === 0) return
  headers.Vary = 'Origin'
  const origin = request.get('origin')
  if (origin === null || !corsOrigins.includes(origin)) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Expose-Headers'] = exposed
}

/** What a preflight is told beside `Access-Control-Allow-Origin`. */
export const preflightHeaders = (methods: string): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id, traceparent',
  'Access-Control-Max-Age': '600',
})
