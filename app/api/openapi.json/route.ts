import * as contract from '#lib/contracts/operations.ts'
import { openApiDocument } from '#server/api-documents.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getOpenApi, async () => ({ body: { ...openApiDocument() } }), { cache: 'static' })
