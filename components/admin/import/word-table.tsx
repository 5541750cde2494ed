'use client'

import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { mapWord } from './edit-mapping.ts'

type WordTableProps = {
  feed: ImportFeed
  label: string
  words: ImportPreview['words'][number]
  values: readonly string[]
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

const empty = ' '

/** The words of an enumeration in the file, each with the value that it becomes. */
export function WordTable({ feed, label, words, values, mapping, onChange }: WordTableProps) {
  const meanings = new Map(Object.entries(feed.values).map(([word, value]) => [word.trim().toLowerCase(), value]))
  const options = [
    ...values.map((value) => ({ value, label: humaniseKey(value) })),
    { value: empty, label: 'Leave empty' },
  ]
  return (
    <div>
      <ul className="flex flex-col gap-1.5">
        {words.words.map(({ word, rows, becomes, problem }) => {
          const meaning = meanings.get(word.toLowerCase())
          const recognised = becomes === null ? 'Nothing' : humaniseKey(becomes)
          return (
            <li key={word} className="grid grid-cols-2 items-center gap-2">
              <span className="min-w-0 text-sm wrap-anywhere">
                {word} <span className="text-xs text-muted">{formatCount(rows)}×</span>
                {problem === null ? null : <span className="block text-xs text-danger-text">Unknown word</span>}
              </span>
              <NativeSelect
                aria-label={`${label} for ${word}`}
                aria-invalid={problem !== null || undefined}
                placeholder={problem !== null ? 'Choose a value' : `${recognised} (recognised)`}
                options={options}
                value={meaning === undefined ? '' : meaning === null ? empty : String(meaning)}
                onChange={({ target: { value } }) =>
                  onChange(mapWord(mapping, feed, word, value === '' ? undefined : value === empty ? null : value))
                }
              />
            </li>
          )
        })}
      </ul>
      {words.is_complete ? null : <p className="mt-1 text-xs text-muted">There are more words than these.</p>}
    </div>
  )
}
