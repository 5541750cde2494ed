'use client'

import { useEffect, useState } from 'react'
import { readStored, writeStored } from '#lib/api/stored-drafts.ts'

/** Text that is being written, kept in this browser until it is sent, so that leaving the page loses nothing. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('')
  useEffect(() => setText(readStored(key) ?? ''), [key])
  const keep = (next: string) => {
    setText(next)
    writeStored(key, next || null)
  }
  return [text, keep]
}
