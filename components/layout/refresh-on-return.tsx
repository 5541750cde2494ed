'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Refreshes the page when the person returns to its tab, because others may have changed its records. */
export function RefreshOnReturn() {
  const router = useRouter()
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [router])
  return null
}
