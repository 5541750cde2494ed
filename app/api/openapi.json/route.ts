import { getOpenApi } from '#lib/contracts/operations.ts'
import { openApiDocument } from '#server/http/openapi/build-open-api.ts'
import { route } from '#server/http/route.ts'

export const GET = route(getOpenApi, async () => ({ body: { ...openApiDocument() } }), { isFixed: true })
