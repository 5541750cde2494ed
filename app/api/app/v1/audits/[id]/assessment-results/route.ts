import * as contract from '#lib/contracts/app/controls.ts'
import { printAssessmentResults } from '#server/insights/controls/assessment-results.ts'
import { fileReply } from '#server/platform/api/file-response.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getAssessmentResults, async (ctx, { params }) =>
  fileReply('application/oscal+json', 'assessment-results.json', await printAssessmentResults(ctx, params.id)),
)
