import type { ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import { SortHeader } from '#components/ui/table/sort-header.tsx'
import { Th } from '#components/ui/table/table.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'

/** Hides a column below a width of the window, but not on cards, except on a phone. */
const hiddenBelow = {
  '80rem': 'min-[60rem]:max-[80rem]:hidden',
  '90rem': 'min-[60rem]:max-[90rem]:hidden',
  '96rem': 'min-[60rem]:max-[96rem]:hidden',
  '110rem': 'min-[60rem]:max-[110rem]:hidden',
}
const hiddenOnPhone = 'max-sm:[td&]:hidden!'
export type ShownFrom = keyof typeof hiddenBelow

/** Properties of a column without its cells, enough to choose and export columns. */
export type ColumnFacts = {
  readonly id: string
  readonly label: string
  /** Fields of the record in the column, for exports. */
  readonly fields?: readonly string[]
  /** True for the column that heads a card; it is always shown, and first. */
  readonly isPrimary?: boolean
  /** True for a column that is shown only to people who choose it. */
  readonly isOptional?: boolean
  /** Minimum width of the window at which the column is shown, unless the person chose columns. */
  readonly shownFrom?: ShownFrom | undefined
}

/** A column of a list. One definition serves the table, the cards, the choice of columns and exports. */
export type ListColumn<Row, Extra = unknown> = ColumnFacts &
  DataColumn<Row, Extra> & {
    readonly fields?: readonly (keyof Row & string)[]
    /** Field by which the header sorts. */
    readonly sort?: string
  }

/** Columns of a list that a person sees, in order. */
export type ShownColumns = {
  readonly ids: readonly string[]
  /** True if they differ from the default. */
  readonly isChosen: boolean
}

/** Returns the shown columns of a list. Chosen columns stay visible at any width of the window. */
export function pickColumns<Column extends Pick<ListColumn<never>, 'id' | 'shownFrom' | 'className'>>(
  columns: readonly Column[],
  { ids, isChosen }: ShownColumns,
): Column[] {
  const columnsById = new Map(columns.map((column) => [column.id, column]))
  const picked = ids.flatMap((id) => columnsById.get(id) ?? [])
  if (isChosen) return picked
  return picked.map((column) =>
    column.shownFrom
      ? { ...column, className: cx(column.className, hiddenBelow[column.shownFrom], hiddenOnPhone) }
      : column,
  )
}

type HeadersProps = {
  columns: readonly Pick<ListColumn<never>, 'id' | 'label' | 'hidesLabel' | 'sort' | 'align' | 'className'>[]
  /** The current sort, as in the URL. */
  sort: string | undefined
  hrefFor: (sort: string) => string
}

/** Header cells of the columns; the sortable ones are links. */
export function ListHeaders({ columns, sort: current, hrefFor }: HeadersProps) {
  return columns.map(({ id, label, hidesLabel, sort, align = 'start', className = '' }) =>
    sort === undefined ? (
      <Th key={id} align={align} className={className}>
        {hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </Th>
    ) : (
      <SortBy key={id} field={sort} sort={current} hrefFor={hrefFor} align={align} className={className}>
        {label}
      </SortBy>
    ),
  )
}

type SortByProps = {
  field: string
  /** The current sort in the URL: a field, with `-` before it for descending. */
  sort: string | undefined
  hrefFor: (sort: string) => string
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

/** Column header that sorts a list by the URL: ascending first, then descending. */
function SortBy({ field, sort, hrefFor, align = 'start', className, children }: SortByProps) {
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined
  const next = direction === 'ascending' ? `-${field}` : field
  return (
    <SortHeader direction={direction} href={hrefFor(next)} align={align} {...(className ? { className } : {})}>
      {children}
    </SortHeader>
  )
}
