import type { MailContent, MailItem } from '#lib/contracts/app/mail-content.ts'
import type { Inline, Report, ReportBlock } from '#lib/report/report.ts'
import { findFirstPath, formatInline } from '#lib/report/report-text.ts'

export function toReportMail(report: Report, zone: string, action: MailContent['action']): MailContent {
  const text = (value: Inline) => formatInline(value, zone)
  const toItem = (title: string, ...rest: readonly Inline[]): MailItem => {
    const body = rest.map(text).filter(Boolean).join(' · ')
    return { title, ...(body ? { body } : {}) }
  }
  const toItems = (part: ReportBlock): MailItem[] => {
    switch (part.kind) {
      case 'facts':
        return part.facts.map(({ label, value }) => toItem(`${label}: ${text(value)}`))
      case 'text':
        return [{ ...toItem(text(part.text)), ...findPath([part.text]) }]
      case 'table':
        if (part.rows.length === 0) return [toItem(part.empty)]
        return part.rows.map(([first = '', ...rest]) => ({ ...toItem(text(first), ...rest), ...findPath([first]) }))
      default:
        return []
    }
  }
  const sections = report.parts.flatMap((part) =>
    part.kind === 'section' ? [{ heading: part.title, items: part.parts.flatMap(toItems) }] : [],
  )
  return { lead: `${report.kind}: ${report.title}. ${text(report.closing)}`, sections, ...(action ? { action } : {}) }
}

const findPath = (values: Inline) => {
  const path = findFirstPath(values)
  return path === undefined ? {} : { path }
}
