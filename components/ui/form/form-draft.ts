import { readStored, writeStored } from '#lib/api/stored-drafts.ts'

/** Unsaved values of a form, stored in the browser so that leaving or reloading loses nothing. */
export type FormDraft<Values> = {
  values: Values
  /** The ETag of the record that was edited; null for a new one. */
  etag: string | null
  keptAt: string
}

/** The draft stored under `key`; null if there is none. */
export function readDraft<Values>(key: string): FormDraft<Values> | null {
  try {
    const draft: unknown = JSON.parse(readStored(key) ?? 'null')
    const isDraft = typeof draft === 'object' && draft !== null && 'values' in draft && 'keptAt' in draft
    return isDraft ? (draft as FormDraft<Values>) : null
  } catch {
    return null
  }
}

/** Stores a draft, or deletes it for null; returns whether the browser allowed it. */
export function storeDraft<Values>(key: string, draft: FormDraft<Values> | null): boolean {
  return writeStored(key, draft && JSON.stringify(draft))
}
