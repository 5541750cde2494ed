'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Reads a page again whenever one comes back to its tab: for pages to which others write meanwhile. */
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
