import { readKept, writeKept } from './kept-drafts.ts'
import type { Draft, DraftStore } from './step-saver.ts'

/**
 * A draft store in the browser's local storage; a browser that keeps nothing loses only the draft. It clears what it
 * wrote or read itself, not what another window has put there since.
 */
export function browserDraftStore<Form>(key: string): DraftStore<Form> {
  let known: string | null = null
  return {
    read: () => {
      known = readKept(key)
      return known === null ? null : draftOf(known)
    },
    write: (draft) => {
      known = JSON.stringify(draft)
      writeKept(key, known)
    },
    clear: () => {
      if (known !== null && readKept(key) === known) writeKept(key, null)
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
