import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import {
  apiSystems,
  type Endpoint,
  findLowestRole,
  getSuccessStatus,
  hasRole,
  isForServiceAccounts,
  mayCall,
  roleForScope,
  type TokenSystem,
} from '#lib/contracts/endpoint.ts'
import { findListShape, wholeListTypes } from '#lib/contracts/whole-list.ts'
import { getSessionCookieName } from '#server/platform/auth/session-token.ts'
import { listErrorResponseRefs } from './errors.ts'
import { buildHeaderRefs, buildRequestParams, listHeaderParameterRefs, type ResponseHeader } from './parameters.ts'

type ApiSystem = Exclude<TokenSystem, 'mcp' | 'metrics'>

const serves: Readonly<Record<ApiSystem, string>> = {
  resources: 'users and products',
  itsm: 'changes, incidents and improvements',
  docs: 'knowledge articles',
  app: 'what the pages use: reviews, policy, insights, history, worklist',
}

const needs = (system: ApiSystem) =>
  system === 'app'
    ? 'It acts with the role viewer, auditor, reviewer or manager, as a service account.'
    : 'GET needs scope read, every other method needs write.'

const signatureScheme = 'eventSignature'
const getScheme = (system: ApiSystem) => `${system}Token`

/**
 * One bearer scheme for each system that issues tokens, the signature of an event, for which some senders use their own
 * header, and the session of a browser.
 */
export const buildSecuritySchemes = (
  senderHeaders: readonly string[],
): Readonly<Record<string, oas31.SecuritySchemeObject>> => ({
  ...Object.fromEntries(
    apiSystems.map((system) => [
      getScheme(system),
      {
        type: 'http',
        scheme: 'bearer',
        description: `A token for ${system}: ${serves[system]}. ${needs(system)}`,
      },
    ]),
  ),
  [signatureScheme]: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: `The signature or the token of the sender, in the header that it sends: \`webhook-signature\` (Standard Webhooks), ${senderHeaders.map((name) => `\`${name}\``).join(', ')} or \`Authorization\`. See docs/connections.md.`,
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: getSessionCookieName(false),
    description: `The session of a signed-in person. Over TLS the cookie is \`${getSessionCookieName(true)}\`. Writes must come from a page of this service.`,
  },
})

/**
 * Alternative ways to be authorized: the scope of a token or the lowest role of a person, and an auditor where that
 * role is not above theirs.
 */
function buildSecurity(endpoint: Pick<Endpoint, 'access' | 'method'>): oas31.SecurityRequirementObject[] {
  const { access } = endpoint
  if (access === 'public') return []
  if (access === 'signature') return [{ [signatureScheme]: [] }]
  const lowest = findLowestRole(access)
  const isBeside = mayCall('auditor', endpoint) && !hasRole('auditor', lowest)
  const sessions = [{ session: [lowest] }, ...(isBeside ? [{ session: ['auditor'] }] : [])]
  if (!('scope' in access)) {
    return [...sessions, ...(isForServiceAccounts(access) ? [{ [getScheme('app')]: [access.role] }] : [])]
  }
  const { system, scope } = access
  const systems = system === 'any' ? apiSystems : [system]
  return [...systems.map((one) => ({ [getScheme(one)]: [one === 'app' ? roleForScope[scope] : scope] })), ...sessions]
}

/**
 * An endpoint as an OpenAPI operation: inputs, success, every error, and who may call. `formats` are the formats of
 * events.
 */
export function buildOperation(endpoint: Endpoint, formats: readonly string[]): ZodOpenApiOperationObject {
  const { name, tag, summary, description, method, body, upload, raw } = endpoint
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
      [`${getSuccessStatus(endpoint)}`]: success(endpoint),
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
  const { response, responseType = 'application/json', file, raw, examples } = endpoint
  const example = examples?.response === undefined ? {} : { example: examples.response }
  return {
    description: raw ? 'The event is stored; it is read within seconds.' : successWording[getSuccessStatus(endpoint)],
    headers: buildHeaderRefs(...successHeaders(endpoint)),
    ...(file ? { content: fileContent(file, example) } : {}),
    ...(response ? { content: { [responseType]: { schema: response, ...example }, ...wholeList(endpoint) } } : {}),
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

function successHeaders({ method, versioned, query, response, status, file, raw }: Endpoint): ResponseHeader[] {
  const isPaged = query !== undefined && 'page' in query.shape
  return [
    ...((method === 'GET' && !file) || (versioned && response) ? (['ETag'] as const) : []),
    ...(method === 'GET' && !versioned ? (['Vary'] as const) : []),
    ...(isPaged ? (['Link'] as const) : []),
    ...((status === 201 || status === 202) && !raw ? (['Location'] as const) : []),
    ...(method === 'POST' && !raw ? (['Idempotency-Replayed'] as const) : []),
  ]
}
