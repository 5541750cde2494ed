import type { MailContent, MailItem } from '#lib/contracts/app/mail-content.ts'
import { firstPath, plainInline } from '#lib/report/plain-text.ts'
import type { Inline, Part, Report } from '#lib/report/report.ts'

/** The facts, texts and tables of a report as a mail that opens its page. */
export function reportMail(report: Report, zone: string, action: MailContent['action']): MailContent {
  const text = (value: Inline) => plainInline(value, zone)
  const itemOf = (title: string, ...rest: readonly Inline[]): MailItem => {
    const body = rest.map(text).filter(Boolean).join(' · ')
    return { title, ...(body ? { body } : {}) }
  }
  const itemsOf = (part: Part): MailItem[] => {
    switch (part.kind) {
      case 'facts':
        return part.facts.map(({ label, value }) => itemOf(`${label}: ${text(value)}`))
      case 'text':
        return [{ ...itemOf(text(part.text)), ...pathOf([part.text]) }]
      case 'table':
        if (part.rows.length === 0) return [itemOf(part.empty)]
        return part.rows.map(([first = '', ...rest]) => ({ ...itemOf(text(first), ...rest), ...pathOf([first]) }))
      default:
        return []
    }
  }
  const sections = report.parts.flatMap((part) =>
    part.kind === 'section' ? [{ heading: part.title, items: part.parts.flatMap(itemsOf) }] : [],
  )
  return { lead: `${report.kind}: ${report.title}. ${text(report.closing)}`, sections, ...(action ? { action } : {}) }
}

const pathOf = (values: Inline) => {
  const path = firstPath(values)
  return path === undefined ? {} : { path }
}
