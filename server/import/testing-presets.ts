import { expect } from 'vitest'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { findPreset, recognisePreset } from './presets/find-preset.ts'
import { importContent, provideDatabases } from './testing-import.ts'

let databases: ReturnType<typeof provideDatabases>

/** A database for each test of a file. */
export function providePresets(): void {
  databases = provideDatabases()
}

export const open = () => databases.open()

export const read = async (table: string, columns: string) =>
  (await open().pool.query(`select ${columns} from ${table} order by number`)).rows.map((row) =>
    Object.values(row).map((value) => (value instanceof Date ? value.toISOString().slice(0, 16) : value)),
  )
export const changes = () => read('changes', 'number, state, type, risk, affected_services, planned_start, assigned_to')
export const incidents = () =>
  read('incidents', 'number, state, priority, priority_level, opened_at, resolved_at, affected_service')

/** Imports a file with a preset, and expects that its system is recognised and every row imported. */
export async function tryPreset(name: string, kind: ImportKind, content: unknown, answers: Mapping = {}) {
  const preset = findPreset(name)?.kinds[kind]?.mapping
  if (!preset) throw new Error(`There is no preset ${name} for ${kind}.`)
  const mapping = { ...preset, ...answers }
  const {
    refusals,
    rows,
    inserted,
    unused_columns: unused,
    fields,
    remarks,
  } = await importContent(open(), kind, content, { mapping })
  expect(refusals).toEqual([])
  expect(inserted).toBe(rows)
  const columns = [...fields.flatMap((feed) => feed.columns), ...unused]
  expect(recognisePreset(kind, columns, [])?.name).toBe(name)
  return { unused, remarks }
}

export const csv = (...lines: string[]) => `${lines.join('\n')}\n`
