import { getTokenOpenApi } from '#lib/contracts/operations.ts'
import { tokenApiDocument } from '#server/api-documents.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getTokenOpenApi, async () => ({ body: { ...tokenApiDocument() } }), { cache: 'static' })
