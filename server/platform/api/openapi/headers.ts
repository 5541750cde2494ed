import type { oas31 } from 'zod-openapi'

const whole: oas31.SchemaObject = { type: 'integer', minimum: 0 }
const text: oas31.SchemaObject = { type: 'string' }

/** Every response header, as a component under its own name. */
export const responseHeaders = {
  'X-Request-Id': {
    description:
      "Identifies the request, also in the log: the caller's own value if it matches `[A-Za-z0-9._-]{8,128}`, else a new one.",
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{8,128}$' },
    example: 'b3a1f0c2-6a7e-4a53-9d0e-4f1f3c1d2a77',
  },
  traceresponse: {
    description:
      "The trace and span of the request (W3C Trace Context): in the caller's trace if it sent a valid `traceparent`, else in a new one. The log has the trace id too.",
    schema: { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$' },
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
  'RateLimit-Policy': {
    description: 'The quota: `q` requests in a window of `w` seconds.',
    schema: text,
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'The remaining quota: `r` requests in the next `t` seconds.',
    schema: text,
    example: '"default";r=598;t=42',
  },
  ETag: {
    description: 'Version of the returned representation; send it back in `If-None-Match` or `If-Match`.',
    schema: text,
    example: '"v3"',
  },
  Vary: {
    description:
      'The request headers that the response depends on: it may be compressed, and lists come in several formats.',
    schema: text,
    example: 'Accept-Encoding',
  },
  Link: {
    description: 'Absolute addresses of the first, previous, next and last page (RFC 8288).',
    schema: text,
    example:
      '<https://hindsight.example/api/itsm/v1/changes?page=2>; rel="next", <https://hindsight.example/api/itsm/v1/changes?page=8>; rel="last"',
  },
  Location: {
    description: 'Path of the created resource.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/api/itsm/v1/improvements/imp_0k3v9c8q1x7m2z5t',
  },
  'Idempotency-Replayed': {
    description: 'Present when this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': {
    description: 'The required credential (RFC 6750).',
    schema: text,
    example: 'Bearer realm="hindsight"',
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: whole, example: 17 },
  'Accept-Patch': {
    description: 'The media types accepted by PATCH on this path.',
    schema: text,
    example: 'application/json, application/merge-patch+json',
  },
  'Accept-Post': {
    description: 'The media types accepted by POST on this path.',
    schema: text,
    example: 'application/json',
  },
} as const satisfies Record<string, oas31.HeaderObject>

export type ResponseHeader = keyof typeof responseHeaders

/** References to the named headers and to the headers of every response. */
export function buildHeaderRefs(...names: ResponseHeader[]): oas31.HeadersObject {
  const headers: ResponseHeader[] = ['X-Request-Id', 'traceresponse', 'RateLimit-Policy', 'RateLimit', ...names]
  return Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
