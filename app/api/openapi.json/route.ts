import { getOpenApi } from '#lib/contracts/operations.ts'
import { openApiDocument } from '#server/api-documents.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getOpenApi, async () => ({ body: { ...openApiDocument() } }), { cache: 'static' })
