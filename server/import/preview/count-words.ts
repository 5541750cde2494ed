import { shorten } from '#lib/text/shorten.ts'
import { readDisplayedValue } from '#server/import/cells/text.ts'
import type { PreparedImport } from '#server/import/mapping/prepare-import.ts'
import type { RowContent } from '#server/import/source/source.ts'
import type { ImportedFile } from '#server/import/stage-file.ts'

const maxWords = 100
const maxShown = 200

export type FieldDescription = {
  readonly field: string
  readonly words: CountedWord[]
  /** True if all words are listed. */
  readonly is_complete: boolean
}

type CountedWord = {
  readonly word: string
  rows: number
  readonly becomes: string | null
  readonly problem: string | null
}

/** Formats a cell for a person, by its display value. */
export function formatCell(cell: unknown): string {
  const displayed = readDisplayedValue(cell) ?? ''
  const text = typeof displayed === 'object' ? JSON.stringify(displayed) : String(displayed)
  return shorten(text, maxShown)
}

/** Creates counts of the words in enumeration fields, with the value that each becomes. */
export function createWordCounts({ source, target, prepared }: Pick<ImportedFile, 'source' | 'target' | 'prepared'>) {
  const countedFields = prepared.feeds
    .filter(({ field, columns }) => target.fields[field]?.values && columns.length > 0)
    .map(({ field, columns, joinedWith }) => {
      const pickers = columns.map((column) => source.pick(column))
      return {
        field,
        words: new Map<string, CountedWord>(),
        isComplete: true,
        read: createReader(prepared, field),
        readWord(content: RowContent) {
          const texts = pickers.map((pick) => formatCell(pick(content)).trim()).filter((text) => text !== '')
          return joinedWith === undefined ? (texts[0] ?? '') : texts.join(joinedWith)
        },
      }
    })
  return {
    add(content: RowContent) {
      for (const entry of countedFields) {
        const word = entry.readWord(content)
        const known = entry.words.get(word)
        if (known) known.rows += 1
        else if (word === '') continue
        else if (entry.words.size < maxWords) entry.words.set(word, { word, rows: 1, ...entry.read(content) })
        else entry.isComplete = false
      }
    },
    list: (): FieldDescription[] =>
      countedFields.map(({ field, words, isComplete }) => ({
        field,
        is_complete: isComplete,
        words: [...words.values()].toSorted((one, other) => other.rows - one.rows),
      })),
  }
}

/** Creates a function that reads one field of a row as the import does. */
function createReader(prepared: PreparedImport, field: string) {
  let remark: string | undefined
  const read = prepared.createReader([field], {
    add: (_, example) => {
      remark = example
    },
    count: (kind) => {
      remark = kind
    },
  })
  return (content: RowContent): Pick<CountedWord, 'becomes' | 'problem'> => {
    remark = undefined
    const { values, issues } = read(content)
    const value = values[field]
    return { becomes: value === undefined ? null : String(value), problem: issues[0] ?? remark ?? null }
  }
}
