import {
  createDocument,
  createSchema,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { deriveExample, type Schemas } from '#lib/contracts/derive-example.ts'
import { type Endpoint, isForServiceAccounts } from '#lib/contracts/endpoint.ts'
import { ErrorBody } from '#lib/contracts/errors.ts'
import { tagGroups } from '#lib/contracts/tags.ts'
import packageJson from '#package.json' with { type: 'json' }
import { buildErrorResponseComponents } from './errors.ts'
import { buildOperation, buildSecuritySchemes, notModified } from './operation.ts'
import { writeOverview } from './overview.ts'
import { headerParameters, responseHeaders, tidyParameters } from './parameters.ts'

export type OpenApiDocument = oas31.OpenAPIObject

/** The names of systems that can be connected; the contracts accept any name. */
export type SystemNames = {
  /** The kinds of connection, and the kinds whose issues are improvement actions. */
  readonly kinds: readonly string[]
  readonly trackers: readonly string[]
  /** Senders of deployments and alerts, and the headers of their signatures. */
  readonly formats: readonly string[]
  readonly headers: readonly string[]
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
const getMethod = (endpoint: Endpoint) => endpoint.method.toLowerCase() as Method

/** The endpoints that programs or anybody may call. */
export const documentedEndpoints = allEndpoints.filter(
  ({ access }) => typeof access === 'string' || 'scope' in access || isForServiceAccounts(access),
)

/** The OpenAPI 3.1 document of a list of endpoints. */
export function buildOpenApi(
  systems: SystemNames,
  endpoints: readonly Endpoint[] = documentedEndpoints,
): OpenApiDocument {
  const content = {
    openapi: '3.1.1',
    info: {
      title: 'Hindsight API',
      version: packageJson.version,
      summary: packageJson.description,
      description: writeOverview(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    ...listTags(endpoints),
    paths: buildPaths(endpoints, systems),
    components: {
      schemas: createSchema(ErrorBody).components,
      headers: responseHeaders,
      parameters: headerParameters,
      responses: { NotModified: notModified, ...buildErrorResponseComponents(endpoints) },
      securitySchemes: buildSecuritySchemes(systems.headers),
    },
  } satisfies ZodOpenApiObject
  const document = createDocument(content, {
    override: ({ jsonSchema }) => nameSystems(jsonSchema, systems),
  }) as OpenApiDocument
  for (const endpoint of endpoints) {
    const operation = document.paths?.[endpoint.path]?.[getMethod(endpoint)]
    tidyParameters(operation?.parameters, endpoint)
    if (operation) addExamples(operation, document.components?.schemas ?? {})
  }
  return document
}

/** Adds an example to each body in JSON of which the endpoint states none. */
function addExamples({ requestBody, responses }: oas31.OperationObject, schemas: Schemas): void {
  for (const body of [requestBody, ...Object.values(responses ?? {})]) {
    const content: oas31.ContentObject = (body && 'content' in body && body.content) || {}
    for (const [type, media] of Object.entries(content)) {
      if (/[/+]json$/.test(type) && media.schema && media.example === undefined && !media.examples) {
        media.example = deriveExample(media.schema, schemas)
      }
    }
  }
}

/** Lists the values of a text that is the name of a system. */
function nameSystems(schema: Record<string, unknown>, systems: SystemNames): void {
  const { namesOf, description } = schema
  if (namesOf !== 'kinds' && namesOf !== 'trackers') return
  delete schema.namesOf
  delete schema.description
  Object.assign(schema, { enum: systems[namesOf], description })
}

/** Sorts paths by name; the API of the pages comes last. */
const toSortKey = (path: string) => path.replace(/^\/api\/app\//, '~')

function buildPaths(endpoints: readonly Endpoint[], { formats }: SystemNames): ZodOpenApiPathsObject {
  const byPath = [...Map.groupBy(endpoints, ({ path }) => path)].toSorted(([left], [right]) =>
    toSortKey(left) < toSortKey(right) ? -1 : 1,
  )
  return Object.fromEntries(
    byPath.map(([path, endpointsOfPath]) => [
      path,
      {
        ...Object.fromEntries(
          endpointsOfPath.map((endpoint) => [getMethod(endpoint), buildOperation(endpoint, formats)]),
        ),
        description: methodsWording(endpointsOfPath),
      },
    ]),
  )
}

/** Describes the methods of a path; OpenAPI cannot describe the response to other methods. */
function methodsWording(endpoints: readonly Endpoint[]): string {
  const methods = endpoints.map(({ method }) => method)
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return `Allows ${allowed}. Any other method returns 405, \`method_not_allowed\` and \`Allow: ${allowed}\`.`
}

function listTags(endpoints: readonly Endpoint[]) {
  const used = new Set<string>(endpoints.map(({ tag }) => tag))
  const groups = Object.entries(tagGroups).map(([name, tags]) => ({
    name,
    tags: Object.entries(tags).filter(([tag]) => used.has(tag)),
  }))
  return {
    tags: groups.flatMap(({ tags }) => tags.map(([name, description]) => ({ name, description }))),
    'x-tagGroups': groups
      .filter(({ tags }) => tags.length > 0)
      .map(({ name, tags }) => ({ name, tags: tags.map(([tag]) => tag) })),
  }
}

const isForTokens = ({ access }: Endpoint) => typeof access !== 'string' && 'scope' in access

/**
 * The document for API clients: operations that a token can call, without the API of the pages. Its responses may have
 * fields that it does not name, so that a client generated from it accepts later releases.
 */
export function buildTokenDocument(systems: SystemNames): OpenApiDocument {
  const document = buildOpenApi(systems, allEndpoints.filter(isForTokens))
  const {
    session: _,
    appToken: __,
    eventSignature: ___,
    ...securitySchemes
  } = document.components?.securitySchemes ?? {}
  const responses: unknown[] = [document.components?.responses]
  for (const operation of listOperations(document)) {
    operation.security =
      operation.security?.filter((requirement) => !('session' in requirement) && !('appToken' in requirement)) ?? []
    responses.push(operation.responses)
  }
  openObjects(responses, document, new Set())
  return {
    ...document,
    info: { ...document.info, title: 'Hindsight API for tokens' },
    components: { ...document.components, securitySchemes },
  }
}

const listOperations = ({ paths = {} }: OpenApiDocument): oas31.OperationObject[] =>
  Object.values(paths).flatMap((path) => {
    const { get, post, put, patch, delete: remove } = path as oas31.PathItemObject
    return [get, post, put, patch, remove].filter((operation) => operation !== undefined)
  })

/** Removes `additionalProperties: false` from every schema in `part` and in the components to which it refers. */
function openObjects(part: unknown, document: OpenApiDocument, visited: Set<unknown>): void {
  if (typeof part !== 'object' || part === null || visited.has(part)) return
  visited.add(part)
  const members = part as Record<string, unknown>
  if (members.additionalProperties === false) delete members.additionalProperties
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(members.$ref)) ?? []
  if (name !== undefined) openObjects(document.components?.schemas?.[name], document, visited)
  for (const member of Object.values(members)) openObjects(member, document, visited)
}
