import { getOpenApi } from '#lib/contracts/operations.ts'
import { openApiDocument } from '#server/platform/api/openapi/build-open-api.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getOpenApi, async () => ({ body: { ...openApiDocument() } }), { cache: 'static' })
