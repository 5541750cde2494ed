import type { ReportFrame } from '#lib/report/report.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** The organisation, its classification of reports, and the reader. */
export function getReportFrame({ actor }: Pick<Context, 'actor'>): ReportFrame {
  const { organisation_name: organisation, organisation_logo: logo, report_classification } = getSettings()
  return { organisation, logo, classification: report_classification, madeFor: actor.name }
}
