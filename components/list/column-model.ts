import type { ColumnFacts, ShownColumns, ShownFrom } from './list-column.tsx'

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
