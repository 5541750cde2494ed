import type { Draft, DraftStore } from './step-saver.ts'
import { readStored, writeStored } from './stored-drafts.ts'

/**
 * A draft store in local storage; without storage, only the draft is lost. It clears only a draft that it wrote or read
 * itself, not one that another window has written since.
 */
export function browserDraftStore<Form>(key: string): DraftStore<Form> {
  let known: string | null = null
  return {
    read: () => {
      known = readStored(key)
      return known === null ? null : draftOf(known)
    },
    write: (draft) => {
      known = JSON.stringify(draft)
      writeStored(key, known)
    },
    clear: () => {
      if (known !== null && readStored(key) === known) writeStored(key, null)
    },
  }
}

function draftOf<Form>(text: string): Draft<Form> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
