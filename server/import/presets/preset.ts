import type { Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'

/** The exports of one kind of records from a system. */
type PresetKind = {
  /** Sets of columns; a file that has all columns of one set comes from this system. */
  readonly recognisedBy: readonly (readonly string[])[]
  readonly mapping: Mapping
}

/** A description of a system's exports: columns, words, numbers and formats of dates. */
export type Preset = {
  readonly name: string
  readonly kinds: Partial<Record<ImportKind, PresetKind>>
  /** The format of its record numbers; a file with other numbers is not recognised. */
  readonly numberForm?: RegExp
  /** Set if its words apply to every recognised file without being chosen, as they only give numbers a meaning. */
  readonly isApplied?: true
}

/** Defines a preset whose mappings leave out the columns that a file lacks. */
export const definePreset = (
  name: string,
  kinds: Partial<Record<ImportKind, Mapping & Pick<PresetKind, 'recognisedBy'>>>,
): Preset => ({
  name,
  kinds: Object.fromEntries(
    Object.entries(kinds).map(([kind, { recognisedBy, ...mapping }]) => [
      kind,
      { recognisedBy, mapping: { skip_missing: true, ...mapping } },
    ]),
  ),
})

/** Returns the value of each word from the words of each value, which are separated by commas. */
export const words = (wordsByValue: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wordsByValue).flatMap(([value, words]) => words.split(', ').map((word) => [word, value])),
  )
