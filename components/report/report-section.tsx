import type { ReactNode } from 'react'
import type { ReportData } from '#lib/domain/review/report-data.ts'

/** Level 2 in the report, 3 in the sign-off step, which also shows no documents of the change. */
export type SectionProps = { data: ReportData; level: 2 | 3 }

type ReportSectionProps = { title: string; level: 2 | 3; children: ReactNode }

/** A section of the report; in print, its heading is never separated from the text below. */
export function ReportSection({ title, level, children }: ReportSectionProps) {
  const [Heading, size] = level === 2 ? (['h2', 'text-lg'] as const) : (['h3', 'text-md'] as const)
  return (
    <section>
      <Heading className={`mb-2 break-after-avoid-page border-b border-line pb-1 font-semibold ${size}`}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
