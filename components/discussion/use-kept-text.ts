'use client'

import { useEffect, useState } from 'react'
import { readKept, writeKept } from '#lib/api/kept-drafts.ts'

/** Text that is being written, kept in this browser until it is sent, so that leaving the page loses nothing. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('')
  useEffect(() => setText(readKept(key) ?? ''), [key])
  const keep = (next: string) => {
    setText(next)
    writeKept(key, next || null)
  }
  return [text, keep]
}
