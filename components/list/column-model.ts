import type { ListLayout } from '#lib/contracts/app/list-layouts.ts'
import type { ColumnFacts, ShownColumns, ShownFrom } from './list-column.tsx'

/** Returns the columns of a layout in its order; without a layout, all that are not optional. */
export function showColumns(columns: readonly ColumnFacts[], layout: ListLayout | null): ShownColumns {
  const chosenIds = layout?.columns.filter((id) => columns.some((column) => column.id === id)) ?? []
  return {
    ids: listVisibleIds(columns, chosenIds),
    isChosen: chosenIds.length > 0,
    density: layout?.density ?? 'comfortable',
  }
}

/** Returns the primary columns, then the chosen ones in their order; if none is chosen, all that are not optional. */
function listVisibleIds(columns: readonly ColumnFacts[], chosenIds: readonly string[]): string[] {
  const listIds = (some: readonly ColumnFacts[]) => some.map(({ id }) => id)
  const primary = listIds(columns.filter(({ isPrimary }) => isPrimary))
  const others = chosenIds.length > 0 ? chosenIds : listIds(columns.filter(({ isOptional }) => !isOptional))
  return [...new Set([...primary, ...others])]
}

/** Returns the layout as URL parameters for a saved view; null for the default layout. */
export const toLayoutParams = ({ ids, isChosen, density }: ShownColumns) =>
  isChosen || density !== 'comfortable' ? { columns: isChosen ? ids.join() : undefined, density } : null

/** Returns the properties of the columns that the chooser needs. */
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

/** Lists the fields of the shown columns for an export, each once. */
export function listShownFields(columns: readonly ColumnFacts[], { ids }: ShownColumns): string[] {
  const fieldsById = new Map(columns.map(({ id, fields }) => [id, fields]))
  return [...new Set(ids.flatMap((id) => fieldsById.get(id) ?? []))]
}
