'use client'

import { useEffect, useState } from 'react'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

const minute = 60

/** When a form was saved, in seconds for the first minute. */
export function SavedAgo({ at }: { at: string }) {
  const isHydrated = useHydrated()
  const [seconds, setSeconds] = useState(() => secondsSince(at))
  useEffect(() => {
    setSeconds(secondsSince(at))
    const timer = setInterval(() => {
      const passed = secondsSince(at)
      setSeconds(passed)
      if (passed >= minute) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [at])
  return (
    <span>
      Saved{' '}
      {isHydrated && seconds < minute ? (
        <time dateTime={at} className="tabular-nums">
          {seconds < 2 ? 'just now' : `${seconds} s ago`}
        </time>
      ) : (
        <RelativeTime value={at} />
      )}
    </span>
  )
}

/** Never negative, even if the clocks of browser and server differ. */
const secondsSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 1_000))
