import { expect, test } from 'vitest'
import { listShownFields, listTickedColumns, showColumns, toLayoutParams } from './column-model.ts'

const columns = [
  { id: 'change', label: 'Change', fields: ['number', 'title'], isPrimary: true },
  { id: 'risk', label: 'Risk', fields: ['risk'] },
  { id: 'due', label: 'Due', fields: ['due_on', 'title'], shownFrom: '90rem' as const },
  { id: 'age', label: 'Age', fields: ['age_days'], isOptional: true },
]
const layout = (...ids: string[]) => ({ columns: ids, density: 'compact' as const })

test('shows all columns that are not optional by default', () => {
  expect(showColumns(columns, null)).toEqual({
    ids: ['change', 'risk', 'due'],
    isChosen: false,
    density: 'comfortable',
  })
  expect(showColumns(columns, layout()).density).toBe('compact')
})

test('shows the chosen columns in their order, the primary one always and first', () => {
  expect(showColumns(columns, layout('age', 'change', 'risk'))).toEqual({
    ids: ['change', 'age', 'risk'],
    isChosen: true,
    density: 'compact',
  })
  expect(showColumns(columns, layout('due')).ids).toEqual(['change', 'due'])
  expect(showColumns(columns, layout('change', 'risk', 'due')).isChosen).toBe(true)
})

test('ignores columns that the list does not have', () => {
  expect(showColumns(columns, layout('gone', 'age')).ids).toEqual(['change', 'age'])
  expect(showColumns(columns, layout('gone')).isChosen).toBe(false)
})

test('keeps only the density in a view with the default columns', () => {
  expect(toLayoutParams(showColumns(columns, null))).toBeNull()
  expect(toLayoutParams(showColumns(columns, layout()))).toEqual({ density: 'compact' })
  expect(toLayoutParams(showColumns(columns, layout('due')))).toEqual({ columns: 'change,due', density: 'compact' })
})

test('ticks what is seen: not a default column that the width hides, until somebody chose it', () => {
  const ticked = (chosen: ReturnType<typeof layout> | null, isNarrow: boolean) =>
    listTickedColumns(columns, showColumns(columns, chosen), () => isNarrow)
  expect(ticked(null, false)).toEqual(['change', 'risk', 'due'])
  expect(ticked(null, true)).toEqual(['change', 'risk'])
  expect(ticked(layout('change', 'risk', 'due'), true)).toEqual(['change', 'risk', 'due'])
})

test('exports each field of the shown columns once, in their order', () => {
  expect(listShownFields(columns, showColumns(columns, layout('due', 'risk')))).toEqual([
    'number',
    'title',
    'due_on',
    'risk',
  ])
})
