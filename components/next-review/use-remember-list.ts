'use client'

import { useEffect } from 'react'
import { type RememberedList, rememberList } from './remembered-list.ts'

/**
 * Remembers the shown list of changes, so that a finished review leads to the next one. An empty list is not
 * remembered.
 */
export function useRememberList(list: RememberedList): void {
  useEffect(() => {
    if (list.numbers.length > 0) rememberList(list)
  })
}
