import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { type DataColumn, Th } from '#components/ui/table/table.tsx'

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
type ColumnFacts = {
  readonly id: string
  readonly label: string
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
    readonly sort?: string
  }

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
  sort: string | undefined
  hrefFor: (sort: string) => string
}

/** Header cells of the columns; the sortable ones are links: ascending first, then descending. */
export function ListHeaders({ columns, sort: current, hrefFor }: HeadersProps) {
  return columns.map(({ id, label, hidesLabel, sort, align, className }) => {
    if (sort === undefined) {
      return (
        <Th key={id} align={align} hidesLabel={hidesLabel} className={className}>
          {label}
        </Th>
      )
    }
    const direction = current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : undefined
    const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
    return (
      <Th key={id} align={align} className={className} data-sortable="" aria-sort={direction ?? 'none'}>
        <Link
          href={hrefFor(direction === 'ascending' ? `-${sort}` : sort)}
          scroll={false}
          className={cx(
            '-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 whitespace-nowrap hover:bg-ink/7 hover:text-ink',
            direction && 'text-ink',
            align === 'end' && 'flex-row-reverse',
          )}
        >
          {label}
          <Icon aria-hidden="true" className={cx('size-3.5', !direction && 'opacity-60')} />
        </Link>
      </Th>
    )
  })
}

/**
 * Returns the columns to show, in their declared order: the primary ones and those chosen by id, separated by commas.
 * If no column of the list is chosen, all that are not optional.
 */
export function showColumns(columns: readonly ColumnFacts[], choice = ''): ShownColumns {
  const chosen = new Set(choice.split(','))
  const isChosen = columns.some(({ id }) => chosen.has(id))
  const isShown = ({ id, isPrimary, isOptional }: ColumnFacts) => isPrimary || (isChosen ? chosen.has(id) : !isOptional)
  return { ids: columns.filter(isShown).map(({ id }) => id), isChosen }
}

export const toChooserColumns = (columns: readonly ColumnFacts[]) =>
  columns.map(({ id, label, isPrimary = false, shownFrom }) => ({ id, label, isPrimary, shownFrom }))

/** Returns the columns that are visible to the person and so ticked when the chooser opens. */
export const listTickedColumns = (
  columns: readonly Pick<ColumnFacts, 'id' | 'shownFrom'>[],
  { ids, isChosen }: ShownColumns,
  isNarrower: (width: ShownFrom) => boolean,
): string[] => {
  const hidden = new Set(columns.flatMap(({ id, shownFrom }) => (shownFrom && isNarrower(shownFrom) ? id : [])))
  return isChosen ? [...ids] : ids.filter((id) => !hidden.has(id))
}

export function listShownFields(columns: readonly ColumnFacts[], { ids }: ShownColumns): string[] {
  const fieldsById = new Map(columns.map(({ id, fields }) => [id, fields]))
  return [...new Set(ids.flatMap((id) => fieldsById.get(id) ?? []))]
}
