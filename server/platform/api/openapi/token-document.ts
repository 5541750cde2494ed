import type { oas31 } from 'zod-openapi'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { buildOpenApi, type OpenApiDocument, type SystemNames } from './build-open-api.ts'

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
