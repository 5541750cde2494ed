'use client'

import { useEffect, useRef } from 'react'
import { useShortcut } from './shortcuts.tsx'

const rowLink = 'a[data-row-link]'
const rowLinks = () => [...document.querySelectorAll<HTMLElement>(`main ${rowLink}`)]

function focusedRow(links: readonly HTMLElement[]): number {
  const row = document.activeElement?.closest('tr')
  return links.findIndex((link) => row?.contains(link))
}

/** Link of the last row opened on a page, by the path and query of the page. */
const openedRows = new Map<string, string>()
const getPageUrl = () => window.location.pathname + window.location.search

function rememberOpenedRow({ target }: Event) {
  const link = (target as Element).closest('tr')?.querySelector(rowLink)?.getAttribute('href')
  if (link) openedRows.set(getPageUrl(), link)
}

/**
 * Moves the focus between the rows of all tables of the page with j and k; Enter opens the row, as on any link. The
 * page starts at the row whose id is in the fragment of the URL, or at the row from which the person left it. If the
 * focused row has left the list, j goes to the row in its place.
 */
export function RowKeys({ noun }: { noun: string }) {
  const last = useRef<number | null>(null)
  useEffect(() => {
    const row = document.getElementById(window.location.hash.slice(1))
    if (row?.tagName === 'TR') row.querySelector<HTMLElement>(rowLink)?.focus({ preventScroll: true })
    else if (document.activeElement === document.body) {
      const link = rowLinks().find((one) => one.getAttribute('href') === openedRows.get(getPageUrl()))
      link?.focus({ preventScroll: true })
    }
    const rememberFocus = () => {
      const focused = focusedRow(rowLinks())
      if (focused !== -1) last.current = focused
    }
    rememberFocus()
    document.addEventListener('focusin', rememberFocus)
    document.addEventListener('click', rememberOpenedRow, true)
    return () => {
      document.removeEventListener('focusin', rememberFocus)
      document.removeEventListener('click', rememberOpenedRow, true)
    }
  }, [])
  const move = (step: 1 | -1) => {
    const links = rowLinks()
    const next = findNextRow({ focused: focusedRow(links), last: last.current, count: links.length }, step)
    if (next !== undefined) links[next]?.focus()
  }
  useShortcut('j', `Next ${noun}; Enter opens it`, () => move(1))
  useShortcut('k', `Previous ${noun}`, () => move(-1))
  return null
}

type RowFocus = {
  /** Index of the row with the focus; -1 for none. */
  readonly focused: number
  /** Index of the row that had the focus last; null if none had it yet. */
  readonly last: number | null
  readonly count: number
}

/** The index of the row to focus; undefined past the ends. A row that left is followed by the one in its place. */
function findNextRow({ focused, last, count }: RowFocus, step: 1 | -1): number | undefined {
  if (focused !== -1) {
    const next = focused + step
    return next < 0 || next >= count ? undefined : next
  }
  if (count === 0) return undefined
  if (last === null) return step === 1 ? 0 : count - 1
  const next = step === 1 ? last : last - 1
  return Math.min(Math.max(next, 0), count - 1)
}
