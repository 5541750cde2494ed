import type { ReactNode } from 'react'

type ReportSectionProps = { title: string; level: 2 | 3 | 4; children: ReactNode }

const styles = {
  2: { Heading: 'h2', className: 'border-b border-line pb-1 text-lg' },
  3: { Heading: 'h3', className: 'text-sm' },
  4: { Heading: 'h4', className: 'text-sm' },
} as const

/** A section of the report. In print, its heading stays on the page of the text below. */
export function ReportSection({ title, level, children }: ReportSectionProps) {
  const { Heading, className } = styles[level]
  return (
    <section>
      <Heading className={`mb-2 break-after-avoid-page font-semibold ${className}`}>{title}</Heading>
      <div className="space-y-3 [&>section]:mt-5">{children}</div>
    </section>
  )
}
