import * as auditReconciliation from '#lib/contracts/app/audit-reconciliation.ts'
import * as audits from '#lib/contracts/app/audits.ts'
import * as conclusions from '#lib/contracts/app/conclusions.ts'
import * as controls from '#lib/contracts/app/controls.ts'
import * as flatMetrics from '#lib/contracts/app/flat-metrics.ts'
import * as metrics from '#lib/contracts/app/metrics.ts'
import * as standard from '#lib/contracts/app/standard-changes.ts'
import { listReconciliationLines } from '#lib/domain/audits/reconciliation.ts'
import { toFileResult, toRecordList } from '#server/platform/api/list-result.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { getServiceOrigin } from '#server/platform/http/api-request.ts'
import { createAudit, drawAudit, updateAuditChange } from './audits/commands.ts'
import { explainDeployment } from './audits/deployments.ts'
import { getAudit, listAuditPopulation, listAuditSample, listAudits } from './audits/queries.ts'
import { readReconciliation } from './audits/reconcile.ts'
import { storeSourceCounts } from './audits/store-source-counts.ts'
import { listConclusions, signConclusion, writeConclusion } from './conclusions.ts'
import { printAssessmentResults } from './controls/assessment-results.ts'
import { updateControl } from './controls/control-edits.ts'
import { buildControlLibrary } from './controls/control-library.ts'
import { listControls } from './controls/list-controls.ts'
import { countFactors, listRepeatedFactors } from './count-factors.ts'
import { getInsights } from './get-insights.ts'
import { listOutcomes } from './list-outcomes.ts'
import { listMetricRecords } from './list-records.ts'
import { listMetricValues } from './list-values.ts'
import { setMetricTarget } from './metric-targets.ts'
import {
  confirmStandard,
  decideStandard,
  listChangeModels,
  listTitleModels,
  setStandardRule,
} from './standard-changes.ts'

export const insightsApi = [
  route(controls.getAssessmentResults, async (ctx, { params }) =>
    toFileResult('application/oscal+json', 'assessment-results.json', await printAssessmentResults(ctx, params.id)),
  ),
  routeTo(auditReconciliation.countAuditSources, (ctx, { params }) => storeSourceCounts(ctx, params.id)),
  routeTo(auditReconciliation.explainAuditDeployment, (ctx, { params, body }) =>
    explainDeployment(ctx, params, body.explanation),
  ),
  routeTo(audits.drawAudit, (ctx, { params }) => drawAudit(ctx, params.id)),
  routeToList(audits.listAuditPopulation, (ctx, { params, query }) => listAuditPopulation(ctx, params.id, query)),
  route(auditReconciliation.listAuditReconciliation, async (ctx, { params, query }) => {
    const lines = listReconciliationLines(await readReconciliation(ctx, params.id))
    const from = (query.page - 1) * query.limit
    return toRecordList({ rows: lines.slice(from, from + query.limit), total: lines.length }, query)
  }),
  routeTo(audits.getAudit, (ctx, { params }) => getAudit(ctx, params.id)),
  routeTo(audits.updateAuditChange, (ctx, { params, body }) => updateAuditChange(ctx, params, body)),
  routeToList(audits.listAuditSample, (ctx, { params, query }) => listAuditSample(ctx, params.id, query)),
  routeToList(audits.listAudits, (ctx, { query }) => listAudits(ctx, query)),
  routeTo(audits.createAudit, (ctx, { body }) => createAudit(ctx, body)),
  routeToList(conclusions.listConclusions, async (ctx) => {
    const rows = await listConclusions(ctx)
    return { rows, total: rows.length }
  }),
  routeTo(conclusions.writeConclusion, (ctx, { params, body, expectedVersions }) =>
    writeConclusion(ctx, params.quarter, body.text, expectedVersions),
  ),
  routeTo(conclusions.signConclusion, (ctx, { params, expectedVersions }) =>
    signConclusion(ctx, params.quarter, expectedVersions),
  ),
  route(standard.listChangeModels, async (ctx) => {
    const { rule, rows } = await listChangeModels(ctx)
    return { body: { rule, result: rows, total_count: rows.length } }
  }),
  routeToList(standard.listTitleModels, (ctx) => listTitleModels(ctx)),
  routeTo(standard.decideStandard, (ctx, { body, expectedVersions }) => decideStandard(ctx, body, expectedVersions)),
  routeTo(standard.confirmStandard, (ctx, { body, expectedVersions }) =>
    confirmStandard(ctx, body.model, expectedVersions),
  ),
  routeTo(standard.setStandardRule, (ctx, { body }) => setStandardRule(ctx, body)),
  route(controls.getControlLibrary, async (ctx) =>
    toFileResult('application/yaml', 'hindsight-controls.yaml', await buildControlLibrary(ctx)),
  ),
  routeTo(controls.updateControl, (ctx, { params, body }) => updateControl(ctx, params.id, body)),
  route(controls.listControls, async (ctx, { query }) => {
    const { page, limit, from, to } = query
    const rows = await listControls(ctx, { from, to })
    return toRecordList({ rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }, query)
  }),
  routeToList(metrics.listMetricRecords, (ctx, { params, query }) => listMetricRecords(ctx, params.name, query)),
  routeTo(metrics.setMetricTarget, (ctx, { params, body }) => setMetricTarget(ctx, params.name, body.target)),
  routeToList(metrics.listOutcomes, (ctx, { query }) => listOutcomes(ctx, query)),
  routeTo(metrics.countFactors, (ctx, { query }) => countFactors(ctx, query)),
  route(metrics.listRepeatedFactors, async (ctx, { params }) => ({
    body: { result: (await listRepeatedFactors(ctx, params.number)).rows },
  })),
  routeTo(metrics.getInsights, (ctx, { query }) => getInsights(ctx, query)),
  routeToList(flatMetrics.listMetricValues, (ctx, { query, request }) =>
    listMetricValues(ctx, query, getServiceOrigin(request.headers)),
  ),
]
