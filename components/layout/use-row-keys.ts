'use client'

import { useEffect } from 'react'
import { useShortcut } from './shortcuts.tsx'

const rowLink = 'a[data-row-link]'
const rowLinks = () => [...document.querySelectorAll<HTMLElement>(`main ${rowLink}`)]

/**
 * Moves the focus between the rows of all tables of the page with j and k; Enter then opens the row, as on any link. An
 * address that ends with the id of a row starts there.
 */
export function useRowKeys(noun: string): void {
  useEffect(() => {
    const row = document.getElementById(window.location.hash.slice(1))
    if (row?.tagName === 'TR') row.querySelector<HTMLElement>(rowLink)?.focus({ preventScroll: true })
  }, [])
  useShortcut('j', `Next ${noun}; Enter opens it`, () => moveFocus(1))
  useShortcut('k', `Previous ${noun}`, () => moveFocus(-1))
}

function moveFocus(step: 1 | -1): void {
  const links = rowLinks()
  const row = document.activeElement?.closest('tr')
  const here = links.findIndex((link) => row?.contains(link))
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step
  links[next]?.focus()
}
