import type { ReactNode } from 'react'

/** One part of the document; its heading stays with what follows on paper. */
export function ReportSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 break-after-avoid-page border-b border-line pb-1 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
