import { getKind, kindNames, sendingKinds, trackerKinds } from './connections/all-kinds.ts'
import { buildOpenApi, type OpenApiDocument, type SystemNames } from './platform/api/openapi/build-open-api.ts'
import { buildTokenDocument } from './platform/api/openapi/token-document.ts'

const reporting = sendingKinds.map(getKind).filter(({ events }) => events?.uses.length)

/** What the document says of the systems that can be connected. */
const systems: SystemNames = {
  kinds: kindNames,
  trackers: trackerKinds,
  formats: reporting.flatMap(({ label, formats = [label] }) => formats),
  headers: reporting.flatMap(({ events }) => events?.header ?? []),
}

let built: OpenApiDocument | undefined
let builtForTokens: OpenApiDocument | undefined

/** The document of every endpoint, built at the first request. */
export function openApiDocument(): OpenApiDocument {
  built ??= buildOpenApi(systems)
  return built
}

/** The document for API clients: operations that a token can call, without the API of the pages; built at the first request. */
export function tokenApiDocument(): OpenApiDocument {
  builtForTokens ??= buildTokenDocument(systems)
  return builtForTokens
}
