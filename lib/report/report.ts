import type { ReviewOutcome } from '#lib/contracts/changes.ts'

/** A value in a text of a report: each form shows it as it can. */
export type Inline =
  | string
  | readonly Inline[]
  | { readonly moment: string }
  | { readonly day: string }
  | { readonly outcome: ReviewOutcome }
  /** The text of a person: it keeps its lines, and addresses and numbers in it become links. */
  | { readonly written: string }
  | { readonly link: string; readonly path: string }
  | { readonly strong: string }
  /** What a reader must not overlook. */
  | { readonly alarming: string }
  /** A second, quieter line. */
  | { readonly under: Inline }

export type ReportFact = { readonly label: string; readonly value: Inline; readonly isWide?: boolean }

type ReportWindow = {
  readonly planned_start: string | null
  readonly planned_end: string | null
  readonly actual_start: string | null
  readonly actual_end: string | null
}

/** What a row of a timeline is; also how it is drawn. */
export type TimelineKind = 'planned' | 'actual' | 'deployment' | 'failed_deployment' | 'incident' | 'unrelated'

export type TimelineRow = {
  readonly kind: TimelineKind
  readonly label: Inline
  readonly from: string
  /** Equals `from` for a moment; null while it lasts. */
  readonly to: string | null
}

export type Part =
  | { readonly kind: 'section'; readonly title: string; readonly parts: readonly Part[] }
  | { readonly kind: 'facts'; readonly facts: readonly ReportFact[] }
  | { readonly kind: 'text'; readonly text: Inline; readonly isQuiet?: true }
  | { readonly kind: 'warning'; readonly title: string; readonly text: string }
  | { readonly kind: 'markdown'; readonly source: string }
  /** Any JSON, such as the plan of a change. */
  | { readonly kind: 'document'; readonly value: unknown }
  | { readonly kind: 'window'; readonly window: ReportWindow }
  | ReportTable
  | { readonly kind: 'timeline'; readonly from: number; readonly to: number; readonly rows: readonly TimelineRow[] }

type ReportTable = {
  readonly kind: 'table'
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Inline[])[]
  /** Shown when there are no rows. */
  readonly empty: string
}

/** A report: said once, and shown as a page, a PDF or a mail. */
export type Report = {
  /** What it is, such as `Post-implementation review PIR-2026-0042`. */
  readonly kind: string
  readonly title: string
  /** Short facts below the title. */
  readonly facts: readonly Inline[]
  readonly parts: readonly Part[]
  /** The last lines, such as who reviewed. */
  readonly closing: Inline
  /** A moment of it, at which the time zone has its offset. */
  readonly at: string
}

/** A table of records: each column says its heading and its cell. */
export const buildTable = <Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly (readonly [label: string, cell: (row: Row, index: number) => Inline])[],
  empty: string,
): ReportTable => ({
  kind: 'table',
  caption,
  columns: columns.map(([label]) => label),
  rows: rows.map((row, index) => columns.map(([, cell]) => cell(row, index))),
  empty,
})

export const section = (title: string, ...parts: readonly (Part | null)[]): Part => ({
  kind: 'section',
  title,
  parts: parts.filter((part) => part !== null),
})

/** Facts without those that are left out. */
export const buildFacts = (...facts: readonly (ReportFact | null)[]): Part => ({
  kind: 'facts',
  facts: facts.filter((fact) => fact !== null),
})

export const wide = (label: string, value: Inline): ReportFact => ({ label, value, isWide: true })

/** Whose report it is, who may read it, and for whom it was made. */
export type ReportFrame = {
  readonly organisation: string | null
  /** A `data:` URL. */
  readonly logo: string | null
  /** Such as `Internal`. */
  readonly classification: string
  readonly madeFor: string
  /** The signed head of the ledger, by which a reader can tell later whether the history was changed; null without one. */
  readonly checkpoint: string | null
}
