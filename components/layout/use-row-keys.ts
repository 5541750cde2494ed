'use client'

import { useShortcut } from './shortcuts.tsx'

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('main a[data-row-link]')]

/** Moves the focus between the rows of the table with j and k; Enter then opens the row, as on any link. */
export function useRowKeys(noun: string): void {
  useShortcut('j', `Next ${noun}`, () => moveFocus(1))
  useShortcut('k', `Previous ${noun}`, () => moveFocus(-1))
}

function moveFocus(step: 1 | -1): void {
  const links = rowLinks()
  const row = document.activeElement?.closest('tr')
  const here = links.findIndex((link) => row?.contains(link))
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step
  links[next]?.focus()
}
