import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { getKind, kindNames, sendingKinds, trackerKinds } from './connections/all-kinds.ts'
import {
  buildOpenApi,
  buildTokenDocument,
  type OpenApiDocument,
  type SystemNames,
} from './platform/api/openapi/build-open-api.ts'
import { once } from './platform/process/process-wide.ts'

const reporting = sendingKinds.map(getKind).filter(({ events }) => events?.uses.length)

/** Names of the systems that can be connected, for the document. */
const systems: SystemNames = {
  kinds: kindNames,
  trackers: trackerKinds,
  formats: reporting.flatMap(({ label, formats = [label] }) => formats),
  headers: reporting.flatMap(({ events }) => events?.header ?? []),
}

/** Builds the document of every endpoint, by which the fuzz draws its requests. */
export const buildFuzzDocument = (): OpenApiDocument => buildOpenApi(systems, allEndpoints)

/** Returns the document of every endpoint that is not for people alone, built at the first request. */
export const openApiDocument = once(() => buildOpenApi(systems))

/**
 * Returns the document for API clients, built at the first request: operations that a token can call, without the API
 * of the pages.
 */
export const buildTokenApiDocument = once(() => buildTokenDocument(systems))
