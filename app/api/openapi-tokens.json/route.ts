import * as contract from '#lib/contracts/operations.ts'
import { buildTokenApiDocument } from '#server/api-documents.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getTokenOpenApi, async () => ({ body: { ...buildTokenApiDocument() } }), {
  cache: 'static',
})
