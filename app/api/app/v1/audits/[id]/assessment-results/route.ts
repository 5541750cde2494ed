import * as contract from '#lib/contracts/app/controls.ts'
import { printAssessmentResults } from '#server/insights/controls/assessment-results.ts'
import { toFileResult } from '#server/platform/api/file-response.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getAssessmentResults, async (ctx, { params }) =>
  toFileResult('application/oscal+json', 'assessment-results.json', await printAssessmentResults(ctx, params.id)),
)
