import type { oas31 } from 'zod-openapi'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { type ErrorCode, errorStatus } from '#lib/contracts/error-codes.ts'
import type { ErrorBody } from '#lib/contracts/errors.ts'
import { errorWording } from './error-wording.ts'
import { buildHeaderRefs, type ResponseHeader } from './headers.ts'
import { groupPossibleErrors } from './possible-errors.ts'

type ErrorRefs = Record<`4${string}` | `5${string}`, oas31.ReferenceObject>

type OpenSchema = oas31.SchemaObject & { unevaluatedProperties: true }

/** The error responses of an operation by status, as references to components. */
export function listErrorResponseRefs(endpoint: Endpoint): ErrorRefs {
  return Object.fromEntries(
    groupPossibleErrors(endpoint).map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${componentName(codes, endpoint)}` },
    ]),
  )
}

/** Every error response that the operations refer to. */
export function buildErrorResponseComponents(endpoints: readonly Endpoint[]): Record<string, oas31.ResponseObject> {
  return Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      groupPossibleErrors(endpoint).map(([, codes]) => [
        componentName(codes, endpoint),
        errorResponse(codes, endpoint),
      ]),
    ),
  )
}

function componentName(codes: readonly ErrorCode[], endpoint: Endpoint): string {
  const names = codes.map((code) => code.replace(/(?:^|_)([a-z])/g, (_, initial: string) => initial.toUpperCase()))
  const variant = codes.includes('unsupported_media_type') ? `On${endpoint.method === 'PATCH' ? 'Patch' : 'Post'}` : ''
  return names.join('Or') + variant
}

function errorResponse(codes: readonly ErrorCode[], endpoint: Endpoint): oas31.ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorWording[code].when}.`).join('\n\n'),
    headers: buildHeaderRefs(...codes.flatMap((code) => listHeaders(code, endpoint))),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, narrowCodes(codes)] },
        examples: Object.fromEntries(codes.map((code) => [code, { summary: code, value: buildExample(code) }])),
      },
    },
  }
}

/** The part of `Error` that a response fixes; extends `Error`, also for validators that forbid unknown members. */
function narrowCodes(codes: readonly ErrorCode[]): oas31.SchemaObject {
  const code: oas31.SchemaObject = { type: 'string', enum: [...codes] }
  const error: OpenSchema = { type: 'object', properties: { code }, unevaluatedProperties: true }
  return { type: 'object', properties: { error } }
}

function listHeaders(code: ErrorCode, endpoint: Endpoint): ResponseHeader[] {
  if (code === 'unsupported_media_type') return [endpoint.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']
  switch (errorStatus[code]) {
    case 401:
      return ['WWW-Authenticate']
    case 429:
    case 503:
      return ['Retry-After']
    default:
      return []
  }
}

function buildExample(code: ErrorCode): ErrorBody {
  const { message, details } = errorWording[code]
  return {
    error: {
      code,
      message,
      request_id: 'b3a1f0c2-6a7e-4a53-9d0e-4f1f3c1d2a77',
      ...(details ? { details: [...details] } : {}),
    },
  }
}
