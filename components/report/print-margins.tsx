'use client'

import { useEffect } from 'react'
import { useNow } from '#components/ui/time/clock.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'

/** Prints a line at the top of each sheet: the margins of a page read only the properties of the root. */
export function PrintMargins({ header }: { header: string }) {
  useEffect(() => {
    const { style } = document.documentElement
    // A CSS string has the escapes of JSON for quotes and backslashes, and the line has no control characters.
    style.setProperty('--print-header', JSON.stringify(header))
    return () => {
      style.removeProperty('--print-header')
    }
  }, [header])
  return null
}

/** The time of printing: the current minute. */
export const PrintTime = () => <DateTime value={new Date(useNow()).toISOString()} />
