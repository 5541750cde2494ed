import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import { type ListVersion, listVersionSql, parseListVersion } from './list-version.ts'
import type { ListOrder } from './order-by.ts'
import type { ListName } from './schema/lists.ts'
import type { ListQuery } from './select-page.ts'
import type { Shape } from './statement.ts'
import type { Tallied } from './tally.ts'

/** A list whose totals and positions are kept for as long as nobody writes it. */
export type KeptList<Columns extends SelectedFields> = {
  /** The lists that tell which records are in it and in what order; the first is the one that it is of. */
  readonly lists: readonly [ListName, ...ListName[]]
  /** What the SQL is made for, and the values that tell which records are in it. */
  readonly shape: Shape
  /** Values of placeholders that tell neither which records are in it nor their order. */
  readonly others?: Shape['values']
  readonly isFiltered: boolean
  /** Whether to find what matches costs more than to sort it: page and total are then told from finding it once. */
  readonly isFoundOnce?: boolean
  /** How its total is counted by the values of a few fields, where these tell which records are in it. */
  readonly tallied?: Tallied | undefined
  /** Whether no write alters the keys of the order: then records that come at its end leave the others in place. */
  readonly isSteady: boolean
  build(): Omit<ListQuery<Columns>, 'orderBy'> & {
    readonly order: ListOrder
    /** What the list is made of where no index has all of it in its order: each record is in one part. */
    readonly parts?: readonly ListPart[]
  }
}

/** A part of a list: an index has it in the order of `key` and `identifier`. */
export type ListPart = {
  readonly from: PgTable
  /** Which records are in it. Of the identifiers in question `isAsked` holds: said of a joined table, it need not be read from its beginning. */
  readonly where: (isAsked: (identifier: PgColumn) => SQL) => SQL
  readonly key: SQL
  readonly identifier: PgColumn
  /** Whether all its records have this key, and none of the list a higher one. */
  readonly isLast: boolean
}

export type KeptQuery<Columns extends SelectedFields> = ReturnType<KeptList<Columns>['build']>

/** The shape of all statements of a list, and the values of their placeholders. */
export const allOf = (
  { shape, others }: Pick<KeptList<SelectedFields>, 'shape' | 'others'>,
  more: Shape['values'] = {},
) => ({
  key: shape.key,
  values: { ...shape.values, ...others, ...more },
})

export const versionOf = (lists: readonly ListName[]): SQL.Aliased<string | null> =>
  sql<string | null>`${sql.join(lists.map(listVersionSql), sql` || ' ' || `)}`.as('list_version')

/** How the list that the tag begins with stood. */
export const firstOf = (tag: string) => parseListVersion(tag.split(' ', 1)[0]) as ListVersion
export const totalOf = (tag: string) => firstOf(tag).total

/** The version of the list that the tag begins with. */
export const firstTagOf = (tag: string) => firstOf(tag).tag

/** Whether positions hold on where only records at the end came. */
export const isCarriedOn = ({ isSteady, isFiltered }: Pick<KeptList<SelectedFields>, 'isSteady' | 'isFiltered'>) =>
  isSteady && !isFiltered
