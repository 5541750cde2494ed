import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'

/** How the records of one kind look in the exports of a system. */
type PresetKind = {
  /** Sets of columns; a file that has all columns of one set is of this system. */
  readonly recognisedBy: readonly (readonly string[])[]
  readonly mapping: Mapping
}

/** What is known about the exports of a system: its columns, words, numbers and formats of dates. */
export type Preset = {
  readonly name: string
  readonly kinds: Partial<Record<ImportKind, PresetKind>>
  /** The form of its record numbers, without which a file is not recognised. */
  readonly numberForm?: RegExp
  /** Its words count in every file that is recognised, without being chosen: they only say what numbers mean. */
  readonly isApplied?: true
}
