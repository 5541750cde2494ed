import { columnOrderingFeature, columnVisibilityFeature, constructTable, tableFeatures } from '@tanstack/table-core'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import type { ListLayout } from '#lib/contracts/app/list-layouts.ts'
import type { ColumnFacts, ShownColumns } from './list-column.tsx'

// Used by pages on the server only: tables get the ids of the columns, so that no browser loads the model.
const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  coreReactivityFeature: storeReactivityBindings(),
})

/** The columns that a layout shows, in its order; without one, all that are not optional. */
export function showColumns(columns: readonly ColumnFacts[], layout: ListLayout | null): ShownColumns {
  const chosen = layout?.columns.filter((id) => columns.some((column) => column.id === id)) ?? []
  const shown = visibleIds(columns, chosen)
  return {
    ids: shown,
    isChosen: shown.join() !== visibleIds(columns, []).join(),
    density: layout?.density ?? 'comfortable',
  }
}

function visibleIds(columns: readonly ColumnFacts[], chosen: readonly string[]): string[] {
  const primary = columns.filter(({ isPrimary }) => isPrimary).map(({ id }) => id)
  const isShown = ({ id, isPrimary, isOptional }: ColumnFacts) =>
    isPrimary || (chosen.length === 0 ? !isOptional : chosen.includes(id))
  const table = constructTable({
    features,
    columns: columns.map(({ id, label }) => ({ id, header: label })),
    data: [],
    state: {
      columnOrder: [...primary, ...chosen.filter((id) => !primary.includes(id))],
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column) === true])),
    },
  })
  return table.getVisibleLeafColumns().map(({ id }) => id)
}

/** The layout as parameters of an address, for a saved view; null for the default. */
export const layoutParams = ({ ids, isChosen, density }: ShownColumns) =>
  isChosen || density !== 'comfortable' ? { columns: isChosen ? ids.join() : undefined, density } : null

/** What the chooser needs to know of the columns. */
export const chooserColumns = (columns: readonly ColumnFacts[]) =>
  columns.map(({ id, label, isPrimary = false }) => ({ id, label, isPrimary }))

/** The fields of the shown columns, for an export; each once. */
export function shownFields(columns: readonly ColumnFacts[], { ids }: ShownColumns): string[] {
  const fieldsOf = new Map(columns.map(({ id, fields }) => [id, fields]))
  return [...new Set(ids.flatMap((id) => fieldsOf.get(id) ?? []))]
}
