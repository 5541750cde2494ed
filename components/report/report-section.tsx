import type { ReactNode } from 'react'

/** A section of the report; in print, its heading is never separated from the text below. */
export function ReportSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 break-after-avoid-page border-b border-line pb-1 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
