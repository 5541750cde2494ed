import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import type { KeptQuery, ListPart } from './kept-list.ts'
import type { ListOrder } from './order-by.ts'

/** What the records are selected from, and which. */
export function sourceOf<Columns extends SelectedFields>({ from, leftJoin, where }: KeptQuery<Columns>): SQL {
  const joined = leftJoin ? sql` left join ${leftJoin.table} on ${leftJoin.on}` : sql``
  return sql`${from}${joined} where ${where ?? sql`true`}`
}

export const sideOf = ({ isDescending }: ListOrder) => (isDescending ? sql`<=` : sql`>=`)

/** The record that a placeholder names: its identifier, and its key. */
export function anchorOf<Columns extends SelectedFields>(query: KeptQuery<Columns>, placeholder: string) {
  const { keys, identifier } = query.order
  const named = sql`${sql.param(sql.placeholder(placeholder), identifier)}`
  return { named, key: sql`(select ${keys[0]} from ${sourceOf({ ...query, where: sql`${identifier} = ${named}` })})` }
}

/** Holds for the records on one side of the one that a placeholder names. */
export function beyond<Columns extends SelectedFields>(query: KeptQuery<Columns>, side: SQL, placeholder: string): SQL {
  const { keys, identifier } = query.order
  const { named, key } = anchorOf(query, placeholder)
  return keys.length === 1
    ? sql`${identifier} ${side} ${named}`
    : sql`(${keys[0]}, ${identifier}) ${side} (${key}, ${named})`
}

/** The same in a part. */
export const beyondInPart = (part: ListPart, side: SQL, from: ReturnType<typeof anchorOf>): SQL =>
  part.isLast
    ? onSideInLast(part, part.identifier, side, from)
    : sql`(${part.key}, ${part.identifier}) ${side} (${from.key}, ${from.named})`

/** Where all of a part has the highest key, an anchor of a lower one has all of it on one side. */
export const onSideInLast = (
  part: ListPart,
  identifier: PgColumn,
  side: SQL,
  { named, key }: ReturnType<typeof anchorOf>,
) => sql`${identifier} ${side} (case when ${key} = ${part.key} then ${named} else '' end)`
