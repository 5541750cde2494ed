'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { ToastHost } from '#components/ui/overlay/toast-host.tsx'
import { TooltipLayer } from '#components/ui/overlay/tooltip-layer.tsx'
import { ClockProvider } from '#components/ui/time/clock.tsx'
import { type Brand, BrandProvider } from './brand.tsx'

type RootProvidersProps = {
  nonce: string | undefined
  zone: string | undefined
  now: number
  brand: Brand
  children: ReactNode
}

// React warns about a script that it renders in the browser, where it would not run; the other type avoids that.
const themeScript = { type: typeof window === 'undefined' ? 'text/javascript' : 'text/plain' }

/** Providers around every page, signed in or not. */
export function RootProviders({ nonce, zone, now, brand, children }: RootProvidersProps) {
  return (
    <ThemeProvider
      attribute="class"
      enableColorScheme={false}
      disableTransitionOnChange
      storageKey="hindsight-theme"
      scriptProps={themeScript}
      {...(nonce ? { nonce } : {})}
    >
      <ClockProvider zone={zone} now={now}>
        <BrandProvider brand={brand}>{children}</BrandProvider>
        <TooltipLayer />
        <ToastHost />
      </ClockProvider>
    </ThemeProvider>
  )
}
