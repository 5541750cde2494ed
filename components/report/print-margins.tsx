'use client'

import { useEffect } from 'react'
import { useNow } from '#components/ui/time/clock.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'

/** Prints a line at the top of each sheet. Uses a property of the root element, the only one that page margins read. */
export function PrintMargins({ header }: { header: string }) {
  useEffect(() => {
    const { style } = document.documentElement
    // Valid CSS, because a CSS string has the escapes of JSON for quotes and backslashes, and the line has no control
    // characters.
    style.setProperty('--print-header', JSON.stringify(header))
    return () => {
      style.removeProperty('--print-header')
    }
  }, [header])
  return null
}

export const PrintTime = () => <DateTime value={new Date(useNow()).toISOString()} />
