import { getRuntime } from '#server/platform/runtime/runtime.ts'
import type { HeaderFields } from './api-request.ts'
import type { ResponseHeaders } from './response.ts'

const exposed =
  'ETag, Link, Location, X-Request-Id, traceresponse, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed'

/** Lets an origin of `HINDSIGHT_CORS_ORIGINS` read the response. */
export function setCorsHeaders(request: HeaderFields, headers: ResponseHeaders): void {
  const { corsOrigins } = getRuntime().env
  if (corsOrigins.length === 0) return
  headers.Vary = 'Origin'
  const origin = request.get('origin')
  if (origin === null || !corsOrigins.includes(origin)) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Expose-Headers'] = exposed
}

/** The headers of a preflight response beside `Access-Control-Allow-Origin`. */
export const buildPreflightHeaders = (methods: string): Record<string, string> => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id, traceparent',
  'Access-Control-Max-Age': '600',
})
