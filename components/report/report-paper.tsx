import { Markdown } from '#components/ui/text/markdown.tsx'
import { ZoneNote } from '#components/ui/time/clock.tsx'
import type { Report, ReportFrame } from '#lib/report/report.ts'
import { InlineText } from './inline-text.tsx'
import { PrintMargins, PrintTime } from './print-margins.tsx'
import { ReportParts } from './report-parts.tsx'

/** Not a flex box, in which Chromium may separate a heading from its text in print. */
export function ReportPaper({ report, frame }: { report: Report; frame: ReportFrame }) {
  const { kind, title, facts, parts, closing, at } = report
  const { organisation, logo, classification, madeFor, checkpoint } = frame
  return (
    <article className="mx-auto max-w-4xl space-y-8 text-base max-sm:wrap-anywhere print:max-w-none print:space-y-6">
      <PrintMargins header={[organisation, classification].filter(Boolean).join(' · ')} />
      <header className="space-y-2 border-b border-line pb-4">
        <div className="flex items-center justify-between gap-4 text-sm text-muted">
          <span className="flex min-w-0 items-center gap-2">
            {logo ? (
              // biome-ignore lint/performance/noImgElement: a data URL
              <img src={logo} alt="" width={32} height={32} className="size-8 shrink-0 object-contain" />
            ) : null}
            <span className="min-w-0 wrap-anywhere">{organisation ?? 'Hindsight'}</span>
          </span>
          <span className="shrink-0 rounded-sm border border-line-strong px-2 py-0.5 text-xs">{classification}</span>
        </div>
        <p className="text-sm text-muted">{kind}</p>
        <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden">
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a report never move
            <span key={index} className={index === 0 ? 'font-mono' : undefined}>
              <InlineText value={fact} />
            </span>
          ))}
        </p>
      </header>
      <ReportParts parts={parts} level={2} renderText={(source) => <Markdown under={3}>{source}</Markdown>} />
      <footer className="border-t border-line pt-3 text-sm text-muted">
        <InlineText value={closing} /> <ZoneNote at={at} />
        <span className="hidden print:inline">
          {' '}
          Printed by {madeFor} on <PrintTime />.
        </span>
        {checkpoint ? (
          // Printed in full, so that a reader can verify it later from paper alone.
          <div className="mt-3 space-y-1 text-xs break-inside-avoid">
            <p>Signed state of the history. Keep it: it shows later whether an earlier entry was changed.</p>
            <pre className="font-mono whitespace-pre-wrap wrap-anywhere">{checkpoint.trimEnd()}</pre>
          </div>
        ) : null}
      </footer>
    </article>
  )
}
