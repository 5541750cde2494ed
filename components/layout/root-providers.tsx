'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { ClockProvider } from '#components/ui/clock.tsx'
import { ToastHost } from '#components/ui/toast-host.tsx'
import { TooltipLayer } from '#components/ui/tooltip-layer.tsx'

type RootProvidersProps = { nonce: string | undefined; zone: string | undefined; now: number; children: ReactNode }

// React warns of a script it renders in the browser, where it would not run; there it is no script.
const themeScript = { type: typeof window === 'undefined' ? 'text/javascript' : 'text/plain' }

/** What every page has around it, signed in or not. */
export function RootProviders({ nonce, zone, now, children }: RootProvidersProps) {
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
        {children}
        <TooltipLayer />
        <ToastHost />
      </ClockProvider>
    </ThemeProvider>
  )
}
