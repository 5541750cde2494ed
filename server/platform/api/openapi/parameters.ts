import { z } from 'zod'
import type { oas31, ZodOpenApiParameters } from 'zod-openapi'
import { findDescribed } from '#lib/contracts/derive-example.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { operatorsByType } from '#lib/filter/reference.ts'

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

/** The header parameters of conditional requests and of idempotency, as components. */
export const headerParameters = {
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description:
      "Of a GET: ETags of the caller's versions; if one is current, the response is 304 without a body. Of a PUT: `*`, to create the record; if it exists, the response is 412.",
    schema: { type: 'string' },
    example: '"v3"',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the version that you read; if the record has changed since, nothing is written and the response is 412.',
    schema: { type: 'string' },
    example: '"v3"',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of your choice, such as a UUID. Repeating the key with the same body returns the first response for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    example: '6f0a9f2e-9f0b-4a4e-8d38-0c8f6a5b7c11',
  },
} as const satisfies Record<string, oas31.ParameterObject>

/** References to the header parameters of an operation. */
export function listHeaderParameterRefs({ method, versioned, creates, file, raw }: Endpoint): oas31.ReferenceObject[] {
  if (file || raw) return []
  const names: (keyof typeof headerParameters)[] = []
  if (method === 'POST') names.push('Idempotency-Key')
  if (method !== 'GET' && method !== 'POST' && versioned) names.push('If-Match')
  if (method === 'GET' || creates) names.push('If-None-Match')
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The path and query parameters of an operation, each with its example. */
export function buildRequestParams({ params, query, examples }: Endpoint): ZodOpenApiParameters {
  return {
    ...(params ? { path: addExamples(params, { ...describedExamples(params), ...examples?.params }) } : {}),
    ...(query ? { query: addExamples(query, examples?.query) } : {}),
  }
}

const describedExamples = ({ shape }: z.ZodObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, part]) => {
      const example = findDescribed((part as z.ZodType).description ?? '')
      return example === undefined ? [] : [[name, example]]
    }),
  )

function addExamples(schema: z.ZodObject, written: Readonly<Record<string, string>> = {}) {
  const shape: Record<string, z.ZodType> = schema.shape
  return z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, part]) => {
        const example = written[name] === undefined ? {} : { example: part.parse(written[name]) }
        return [name, part.meta({ param: example })]
      }),
    ),
  )
}

/**
 * Tidies the generated schema of a query parameter: numbers have bounds instead of a pattern of digits, the default is
 * set, and the description appears once, with the fields of a filter.
 */
export function tidyParameters(parameters: oas31.OperationObject['parameters'], endpoint: Endpoint): void {
  const shape: Record<string, z.ZodType> = endpoint.query?.shape ?? {}
  for (const parameter of parameters ?? []) {
    if (!('schema' in parameter) || !parameter.schema) continue
    const { description, pattern, ...schema } = parameter.schema as oas31.SchemaObject
    const isNumber = schema.type === 'integer' || schema.type === 'number'
    const fallback = parameter.in === 'query' ? shape[parameter.name]?.safeParse(undefined).data : undefined
    parameter.schema = {
      ...schema,
      ...(pattern === undefined || isNumber ? {} : { pattern }),
      ...(fallback === undefined ? {} : { default: fallback }),
    }
    const fields = parameter.name === 'query' && endpoint.filterFields ? filterFieldsTable(endpoint.filterFields) : ''
    parameter.description = [description ?? parameter.description, fields].filter(Boolean).join('\n\n')
  }
}

/** A Markdown table of the fields of a `query`: type, values, operators. */
function filterFieldsTable(fields: FilterFields): string {
  const rows = Object.entries(fields).map(([name, { type, values, description }]) => {
    const allowed = values ? `${description}: ${values.map((value) => `\`${value}\``).join(', ')}` : description
    return `| \`${name}\` | ${type} | ${allowed} | \`${operatorsByType[type].join(', ')}\` |`
  })
  return ['| Field | Type | Meaning and values | Operators |', '|---|---|---|---|', ...rows].join('\n')
}
