import type { Report, ReportFrame } from '#lib/report/report.ts'
import { findCheckpoint } from '#server/history/ledger/ledger-key.ts'
import { toFileResult } from '#server/platform/api/list-result.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { renderInThread } from './render-in-thread.ts'

/** Renders a PDF to save, in the caller's time zone. `name` must consist of constants and identifiers. */
export async function renderReportFile(ctx: Context, report: Report, name: string): Promise<HandlerResult<never>> {
  return toFileResult('application/pdf', `${name}.pdf`, await renderReportPdf(ctx, report))
}

export async function renderReportPdf(ctx: Context, report: Report): Promise<Uint8Array> {
  const options = {
    frame: await getReportFrame(ctx),
    zone: getZone(ctx),
    now: ctx.now,
    origin: getSettings().public_url,
  }
  return renderInThread(ctx.actor.id, { report, options })
}

export const getZone = ({ actor }: Context): string =>
  ('zone' in actor ? actor.zone : undefined) ?? getSettings().time_zone

export async function getReportFrame({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<ReportFrame> {
  const { organisation_name: organisation, organisation_logo: logo, report_classification } = getSettings()
  const checkpoint = await findCheckpoint(db)
  return { organisation, logo, classification: report_classification, madeFor: actor.name, checkpoint }
}
