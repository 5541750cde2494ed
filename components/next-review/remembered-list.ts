import { useEffect } from 'react'
import type { QueueQuery } from '#lib/api/queue-href.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** The list from which a person opened a review, to continue with its next one. */
export type RememberedList = {
  /** URL of the page with the list. */
  readonly href: string
  /** Its query, for the queue; null for Today. */
  readonly query: QueueQuery | null
  readonly numbers: readonly string[]
}

const key = 'hindsight-list'

/** Stores the list in this tab, so that it survives a reload. If storage fails, the person continues with Today. */
function rememberList(list: RememberedList): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Full or forbidden.
  }
}

/** Returns the list last shown in this tab if it contains this change; else null. */
export function recallList(number: string): RememberedList | null {
  try {
    const list = JSON.parse(sessionStorage.getItem(key) ?? 'null') as RememberedList | null
    return list?.numbers.includes(number) ? list : null
  } catch {
    return null
  }
}

export function forgetList(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Forbidden, so nothing is stored.
  }
}

/** Continues with Today after a review that was not opened from a list, such as from a mail. */
export function rememberToday(number: string): void {
  if (recallList(number) === null) rememberList({ href: pagePaths.start, query: null, numbers: [number] })
}

/** Returns the element id of a row, so that a URL can lead back to it. */
export const toRowId = (number: string): string => `row-${number}`

/** Remembers a shown list that is not empty, so that a finished review leads to the next one. */
export function useRememberList(list: RememberedList): void {
  useEffect(() => {
    if (list.numbers.length > 0) rememberList(list)
  })
}
