'use client'

import { useEffect, useState } from 'react'
import { readStored, writeStored } from '#lib/api/stored-drafts.ts'

/** Text stored in this browser until it is sent, so that leaving the page loses nothing. */
export function useDraftText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('')
  useEffect(() => setText(readStored(key) ?? ''), [key])
  const save = (next: string) => {
    setText(next)
    writeStored(key, next || null)
  }
  return [text, save]
}
