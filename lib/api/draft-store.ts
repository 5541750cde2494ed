import type { Draft, DraftStore } from './step-saver.ts'

/**
 * A draft store in the browser's local storage; a browser that keeps nothing loses only the draft. It clears what it
 * wrote or read itself, not what another window has put there since.
 */
export function browserDraftStore<Form>(key: string): DraftStore<Form> {
  let known: string | null = null
  const attempt = <Result>(work: () => Result): Result | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  return {
    read: () =>
      attempt(() => {
        known = localStorage.getItem(key)
        return known === null ? null : (JSON.parse(known) as Draft<Form>)
      }),
    write: (draft) => {
      const text = JSON.stringify(draft)
      known = text
      attempt(() => localStorage.setItem(key, text))
    },
    clear: () =>
      attempt(() => {
        if (known !== null && localStorage.getItem(key) === known) localStorage.removeItem(key)
      }),
  }
}
