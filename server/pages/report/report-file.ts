import type { Report } from '#lib/report/report.ts'
import type { Reply } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { renderInThread } from './render-in-thread.ts'
import { getReportFrame } from './report-frame.ts'

/** A report as a PDF to save, with times in the zone of the caller. Its name must be made of constants and identifiers. */
export async function reportFile(ctx: Context, report: Report, name: string): Promise<Reply<string>> {
  const { time_zone, public_url: origin } = getSettings()
  const zone = ('zone' in ctx.actor ? ctx.actor.zone : undefined) ?? time_zone
  const pdf = await renderInThread(ctx.actor.id, {
    report,
    options: { frame: getReportFrame(ctx), zone, now: ctx.now, origin },
  })
  const content = (async function* () {
    yield pdf
  })()
  return { body: '', file: { type: 'application/pdf', name: `${name}.pdf`, content } }
}
