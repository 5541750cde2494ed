'use client'

import { useEffect, useState } from 'react'

/** Text that is being written, kept in this browser until it is sent, so that leaving the page loses nothing. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('')
  useEffect(() => setText(read(key)), [key])
  const keep = (next: string) => {
    setText(next)
    write(key, next)
  }
  return [text, keep]
}

// Storage may be refused, as in a private window: then the text lives as long as the page.
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {}
}
