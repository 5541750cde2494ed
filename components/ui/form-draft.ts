import { readStored, writeStored } from '#lib/api/stored-drafts.ts'

/** A form that was not saved yet: kept in the browser, so that nothing is lost on leaving or reloading. */
export type FormDraft<Values> = {
  values: Values
  /** The ETag of the record that was edited; null for a new one. */
  etag: string | null
  keptAt: string
}

/** What somebody left of a form, kept under `key`; null without anything. */
export function readDraft<Values>(key: string): FormDraft<Values> | null {
  try {
    const draft: unknown = JSON.parse(readStored(key) ?? 'null')
    const isDraft = typeof draft === 'object' && draft !== null && 'values' in draft && 'keptAt' in draft
    return isDraft ? (draft as FormDraft<Values>) : null
  } catch {
    return null
  }
}

/** Keeps a draft, or forgets it; tells whether the browser let us. */
export function keepDraft<Values>(key: string, draft: FormDraft<Values> | null): boolean {
  return writeStored(key, draft && JSON.stringify(draft))
}
