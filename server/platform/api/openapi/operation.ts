import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from 'zod-openapi'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { findListShape, wholeListTypes } from '#lib/contracts/whole-list.ts'
import { listErrorResponseRefs } from './error-responses.ts'
import { buildHeaderRefs, type ResponseHeader } from './headers.ts'
import { buildRequestParams, listHeaderParameterRefs } from './parameters.ts'
import { buildSecurity } from './security.ts'

/**
 * An endpoint as an OpenAPI operation: inputs, success, every error, and who may call. `formats` are the formats of
 * events.
 */
export function buildOperation(endpoint: Endpoint, formats: readonly string[]): ZodOpenApiOperationObject {
  const { name, tag, summary, description, method, body, upload, raw, status = 200 } = endpoint
  const file = upload ?? raw
  const described = [...(raw ? [eventsWording(raw, formats)] : []), ...(description ? [description] : [])].join(' ')
  return {
    operationId: name,
    tags: [tag],
    ...(summary ? { summary } : {}),
    ...(described ? { description: described } : {}),
    security: buildSecurity(endpoint),
    requestParams: buildRequestParams(endpoint),
    parameters: listHeaderParameterRefs(endpoint),
    ...(body || file
      ? { requestBody: file ? uploadBody(file.types, endpoint.examples?.files) : requestBody(endpoint) }
      : {}),
    responses: {
      [`${status}`]: success(endpoint),
      ...(endpoint.creates ? { '201': success({ ...endpoint, status: 201 }) } : {}),
      ...(method === 'GET' && !endpoint.file ? { '304': { $ref: '#/components/responses/NotModified' } } : {}),
      ...listErrorResponseRefs(endpoint),
    },
  }
}

const eventsWording = ({ maxBytes }: NonNullable<Endpoint['raw']>, formats: readonly string[]) =>
  `For ${new Intl.ListFormat('en-GB').format(formats)}, of at most ${maxBytes / 1024 ** 2} MB; the connection says which.`

/** The response to a conditional GET whose ETag still holds. */
export const notModified: ZodOpenApiResponseObject = {
  description: "The caller's version is still current; there is no body.",
  headers: buildHeaderRefs('ETag'),
}

function requestBody({ body, bodyTypes = [], examples }: Endpoint): ZodOpenApiRequestBodyObject {
  const example = examples?.body === undefined ? {} : { example: examples.body }
  const types = ['application/json', ...bodyTypes]
  return {
    required: true,
    content: Object.fromEntries(types.map((type) => [type, { ...(body ? { schema: body } : {}), ...example }])),
  }
}

/** A file as the body; a JSON file holds a list of records or an object with one. */
const uploadBody = (
  types: readonly string[],
  examples: Readonly<Record<string, unknown>> = {},
): ZodOpenApiRequestBodyObject => ({
  required: true,
  content: Object.fromEntries(
    types.map((type) => [
      type,
      {
        ...(examples[type] === undefined
          ? { schema: { type: 'string' as const, format: 'binary' } }
          : { schema: /[/+]json$/.test(type) ? {} : { type: 'string' as const }, example: examples[type] }),
      },
    ]),
  ),
})

const successWording = {
  200: 'The request succeeded.',
  201: 'The resource was created; `Location` is its path.',
  202: 'The work is queued; `Location` is the path of its state and result.',
  204: 'The request succeeded; there is no body.',
}

function success(endpoint: Endpoint): ZodOpenApiResponseObject {
  const { response, responseType = 'application/json', file, raw, status = 200, examples } = endpoint
  const example = examples?.response === undefined ? {} : { example: examples.response }
  return {
    description: raw ? 'The event is stored; it is read within seconds.' : successWording[status],
    headers: buildHeaderRefs(...successHeaders(endpoint)),
    ...(status === 204
      ? {}
      : {
          content: file
            ? fileContent(file, example)
            : { [responseType]: { schema: response, ...example }, ...wholeList(endpoint) },
        }),
  }
}

const fileContent = (types: readonly string[], example: { readonly example?: unknown }) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const }, ...example }]))

/** A list in the formats that return all of it, without paging. */
function wholeList(endpoint: Endpoint) {
  if (!findListShape(endpoint)) return {}
  const text = { schema: { type: 'string' } } as const
  return Object.fromEntries(Object.values(wholeListTypes).map((type) => [type, text]))
}

function successHeaders({ method, versioned, query, status, file, raw }: Endpoint): ResponseHeader[] {
  const isPaged = query !== undefined && 'page' in query.shape
  return [
    ...((method === 'GET' && !file) || (versioned && status !== 204) ? (['ETag'] as const) : []),
    ...(method === 'GET' && !versioned ? (['Vary'] as const) : []),
    ...(isPaged ? (['Link'] as const) : []),
    ...((status === 201 || status === 202) && !raw ? (['Location'] as const) : []),
    ...(method === 'POST' && !raw ? (['Idempotency-Replayed'] as const) : []),
  ]
}
