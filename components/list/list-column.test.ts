import { expect, test } from 'vitest'
import { listShownFields, listTickedColumns, showColumns } from './list-column.tsx'

const columns = [
  { id: 'change', label: 'Change', fields: ['number', 'title'], isPrimary: true },
  { id: 'risk', label: 'Risk', fields: ['risk'] },
  { id: 'due', label: 'Due', fields: ['due_on', 'title'], shownFrom: '90rem' as const },
  { id: 'age', label: 'Age', fields: ['age_days'], isOptional: true },
]

test('shows all columns that are not optional by default', () => {
  const usual = { ids: ['change', 'risk', 'due'], isChosen: false }
  expect(showColumns(columns)).toEqual(usual)
  expect(showColumns(columns, '')).toEqual(usual)
})

test('shows the chosen columns in the order of the list, and the primary one always', () => {
  expect(showColumns(columns, 'age,change,risk')).toEqual({ ids: ['change', 'risk', 'age'], isChosen: true })
  expect(showColumns(columns, 'due').ids).toEqual(['change', 'due'])
  expect(showColumns(columns, 'change,risk,due').isChosen).toBe(true)
})

test('ignores columns that the list does not have', () => {
  expect(showColumns(columns, 'gone,age').ids).toEqual(['change', 'age'])
  expect(showColumns(columns, 'gone').isChosen).toBe(false)
})

test('ticks what is seen: not a default column that the width hides, until somebody chose it', () => {
  const ticked = (choice: string | undefined, isNarrow: boolean) =>
    listTickedColumns(columns, showColumns(columns, choice), () => isNarrow)
  expect(ticked(undefined, false)).toEqual(['change', 'risk', 'due'])
  expect(ticked(undefined, true)).toEqual(['change', 'risk'])
  expect(ticked('change,risk,due', true)).toEqual(['change', 'risk', 'due'])
})

test('exports each field of the shown columns once, in their order', () => {
  expect(listShownFields(columns, showColumns(columns, 'due,risk'))).toEqual(['number', 'title', 'risk', 'due_on'])
})
