'use client'

import { ThemeProvider } from 'next-themes'
import { type ReactNode, useLayoutEffect } from 'react'
import { Toaster } from '#components/ui/overlay/toast.tsx'
import { TooltipProvider } from '#components/ui/overlay/tooltip.tsx'
import { ClockProvider } from '#components/ui/time/clock.tsx'
import { type Brand, BrandProvider } from './wordmark.tsx'

type RootProvidersProps = {
  nonce: string | undefined
  zone: string
  now: number
  brand: Brand
  children: ReactNode
}

// React warns about a script that it renders in the browser, where it would not run. The other type avoids the warning.
const themeScript = { type: typeof window === 'undefined' ? 'text/javascript' : 'text/plain' }

declare global {
  interface Window {
    /** Set by a script of the root layout. */
    takeEarlyClick?: () => HTMLElement | null | undefined
  }
}

/** Repeats a click on a button that was made before hydration, exactly once. */
function useEarlyClick(): void {
  useLayoutEffect(() => {
    const button = window.takeEarlyClick?.()
    delete window.takeEarlyClick
    queueMicrotask(() => button?.isConnected && button.click())
  }, [])
}

/** Providers around every page, signed in or not. */
export function RootProviders({ nonce, zone, now, brand, children }: RootProvidersProps) {
  useEarlyClick()
  return (
    <ThemeProvider
      attribute="class"
      enableColorScheme={false}
      storageKey="hindsight-theme"
      scriptProps={themeScript}
      {...(nonce ? { nonce } : {})}
    >
      <ClockProvider zone={zone} now={now}>
        <TooltipProvider delayDuration={400}>
          <BrandProvider brand={brand}>{children}</BrandProvider>
        </TooltipProvider>
        <Toaster />
      </ClockProvider>
    </ThemeProvider>
  )
}
