import * as contract from '#lib/contracts/app/personal-data.ts'
import { exportPersonalData } from '#server/people/personal-data.ts'
import { recordDownload } from '#server/platform/api/record-download.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getPersonalData, async (ctx, { query, request }) => {
  const name = 'personal-data.ndjson'
  await recordDownload(ctx, name, request.target)
  return { body: '', file: { type: 'application/x-ndjson', name, content: exportPersonalData(ctx, query.email) } }
})
