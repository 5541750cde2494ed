import type { ReportFrame } from '#lib/report/report.ts'
import { findCheckpoint } from '#server/history/ledger/ledger-key.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** Returns the organisation, its classification of reports, the reader, and the checkpoint of the history. */
export async function getReportFrame({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<ReportFrame> {
  const { organisation_name: organisation, organisation_logo: logo, report_classification } = getSettings()
  const checkpoint = await findCheckpoint(db)
  return { organisation, logo, classification: report_classification, madeFor: actor.name, checkpoint }
}
