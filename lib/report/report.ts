import type { MarkedLesson } from '#lib/contracts/app/articles.ts'
import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { ChangePeople, RecordOrigin } from '#lib/contracts/app/changes.ts'
import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-forms.ts'
import type { ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord, ReviewOutcome } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import type { Measured, Work } from '#lib/domain/measures/measures.ts'

/** A value in the text of a report. Each format shows it as it can. */
export type Inline =
  | string
  | readonly Inline[]
  | { readonly moment: string }
  | { readonly day: string }
  | { readonly outcome: ReviewOutcome }
  /** Text of a person: its line breaks stay, and URLs and record numbers in it become links. */
  | { readonly written: string }
  | { readonly link: string; readonly path: string }
  | { readonly strong: string }
  /** Highlighted text that a reader must not overlook. */
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

export type TimelineKind = 'planned' | 'actual' | 'late' | 'deployment' | 'failed_deployment' | 'incident' | 'unrelated'

export type TimelineRow = {
  readonly kind: TimelineKind
  readonly label: Inline
  readonly from: string
  /** Equals `from` for a moment; null if it has not ended. */
  readonly to: string | null
}

export type ReportBlock =
  | { readonly kind: 'section'; readonly title: string; readonly parts: readonly ReportBlock[] }
  | { readonly kind: 'facts'; readonly facts: readonly ReportFact[] }
  | { readonly kind: 'text'; readonly text: Inline; readonly isQuiet?: true }
  | { readonly kind: 'warning'; readonly title: string; readonly text: string }
  | { readonly kind: 'markdown'; readonly source: string }
  /** Any JSON, such as the plan of a change. */
  | { readonly kind: 'document'; readonly value: unknown }
  | { readonly kind: 'window'; readonly window: ReportWindow }
  | { readonly kind: 'measure'; readonly measure: Measured; readonly work: Work }
  | ReportTable
  | { readonly kind: 'timeline'; readonly from: number; readonly to: number; readonly rows: readonly TimelineRow[] }

type ReportTable = {
  readonly kind: 'table'
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Inline[])[]
  /** Text in place of an empty table. */
  readonly empty: string
}

/** A report, declared once and shown as a page, a PDF or a mail. */
export type Report = {
  /** The kind of report with its reference, such as `Post-implementation review PIR-2026-0042`. */
  readonly kind: string
  readonly title: string
  readonly facts: readonly Inline[]
  readonly parts: readonly ReportBlock[]
  /** The last line, such as the reviewer. */
  readonly closing: Inline
  /** The instant (ISO 8601) for which the offset of the time zone is shown. */
  readonly at: string
}

/** Builds a table of records; each column has a label and a function that returns its cell. */
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

export const section = (title: string, ...parts: readonly (ReportBlock | null)[]): ReportBlock => ({
  kind: 'section',
  title,
  parts: parts.filter((part) => part !== null),
})

/** Builds the facts, without null entries. */
export const buildFacts = (...facts: readonly (ReportFact | null)[]): ReportBlock => ({
  kind: 'facts',
  facts: facts.filter((fact) => fact !== null),
})

export const wideFact = (label: string, value: Inline): ReportFact => ({ label, value, isWide: true })

/** The frame of a printed report: organisation, classification and recipient. */
export type ReportFrame = {
  readonly organisation: string | null
  /** A `data:` URL. */
  readonly logo: string | null
  /** The classification, such as `Internal`. */
  readonly classification: string
  readonly madeFor: string
  /** Signed head of the ledger, with which a reader verifies the history later; null without one. */
  readonly checkpoint: string | null
}

/** The data of a review for the report and the sign-off step. */
export type ReportData = {
  readonly change: ChangeRecord
  readonly people: ChangePeople | undefined
  /** The source of the change; null if it was registered in Hindsight. */
  readonly origin: RecordOrigin | null
  readonly review: Review
  /** The incidents with a decision in the review. */
  readonly incidents: readonly Incident[]
  readonly improvements: readonly Improvement[]
  /** The lessons that were marked while the change was planned. */
  readonly markedLessons: readonly MarkedLesson[]
  /** Attachments of the review, of its comments and of its actions. */
  readonly files: readonly Attachment[]
  readonly questions: readonly RequesterQuestion[]
  /** All returns and reopenings, oldest first. */
  readonly returns: readonly ReviewReturn[]
  /** The completed versions of the review, oldest first. */
  readonly versions: readonly ReviewVersion[]
  /** Returns the name of a person, or the e-mail address if the name is unknown. */
  readonly nameOf: (email: string) => string
}
