import type { ProvenReview } from '#lib/ledger/pack.ts'
import { writeReportMarkdown } from '#lib/report/report-markdown.ts'
import { buildReviewReport } from '#lib/report/review-report.ts'
import { getChange } from '#server/changes/queries.ts'
import { listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { proveRecords } from '#server/history/ledger/ledger-copy.ts'
import { listChangeHistory } from '#server/history/queries.ts'
import { loadReportData } from '#server/pages/report/load-review-report.ts'
import { getZone, renderReportPdf } from '#server/pages/report/report-file.ts'
import type { ZippedFile } from '#server/platform/files/zip-stream.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { buildChangePath, type Pack } from './pack.ts'

/** Generates PDF, Markdown and JSON of each drawn change that is still recorded; without a review, only JSON. */
export async function* generateReviewFiles(pack: Pack): AsyncGenerator<ZippedFile> {
  const { ctx } = pack
  for (const change of pack.sample) {
    const { current_number: number } = change
    if (number === null) continue
    const path = buildChangePath(pack, change)
    const data = await loadReportData(ctx, number)
    const { deployments } = await listDeploymentsOfChange(ctx, number)
    if (data) {
      const report = buildReviewReport(data, deployments)
      yield { path: `${path}.pdf`, content: [await renderReportPdf(ctx, report)] }
      yield { path: `${path}.md`, content: [writeReportMarkdown(report, getZone(ctx))] }
    }
    const { versions = [], review, ...records } = data ?? { change: await getChange(ctx, number) }
    const proven: ProvenReview = {
      history: await proveRecords(ctx.db, pack.ledger, await loadHistory(ctx, number)),
      versions: await proveRecords(
        ctx.db,
        pack.ledger,
        versions.map(({ number }) => ({ kind: 'review-version', recordId: `${review?.reference}/${number}` })),
      ),
    }
    const json = { review: review ?? null, ...records, deployments, ...proven }
    yield { path: `${path}.json`, content: [`${JSON.stringify(json, null, 2)}\n`] }
  }
}

/** Lists all history entries of a change, oldest first. */
async function loadHistory(ctx: Context, number: string) {
  const keys = []
  for (let page = 1, total = 1; keys.length < total; page += 1) {
    const read = await listChangeHistory(ctx, number, { page, limit: 1000 })
    total = read.rows.length === 0 ? 0 : read.total
    keys.push(...read.rows.map(({ id }) => ({ kind: 'audit-entry', recordId: id }) as const))
  }
  return keys.reverse()
}
