import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { RootProviders } from '#components/layout/root-providers.tsx'
import { fontVariables } from '#components/ui/fonts.ts'
import { readChoice } from '#components/ui/stored-choice.ts'
import { toKnownZone } from '#components/ui/time/known-zone.ts'
import { listOffsets } from '#lib/time/local-zone.ts'
import { getBrand } from '#server/pages/get-brand.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Hindsight', template: '%s · Hindsight' },
  description: 'Post-implementation reviews of IT changes.',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f5f1' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1314' },
  ],
}

/**
 * Records the last click on a button before React has hydrated the page, where it would be lost: see `RootProviders`.
 * Ignores buttons that work without scripts, and events in progress, which React handles itself.
 */
const earlyClickScript = `(()=>{
let click
const note=event=>{click={event,button:event.target.closest('button[type=button]:not([popovertarget])')}}
addEventListener('click',note,true)
window.takeEarlyClick=()=>{removeEventListener('click',note,true);return click&&click.event.eventPhase===0?click.button:null}
})()`

/** Reads the request headers, so that every page renders per request, as the CSP nonce requires. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [requestHeaders, requestCookies] = await Promise.all([headers(), cookies()])
  const nonce = requestHeaders.get('x-nonce') ?? undefined
  const zone = toKnownZone(readChoice(requestCookies, 'zone'))
  return (
    <html lang="en" className={`${fontVariables} font-sans antialiased`} suppressHydrationWarning>
      <body className="min-h-dvh">
        <script nonce={nonce} suppressHydrationWarning>
          {earlyClickScript}
        </script>
        <RootProviders nonce={nonce} zone={zone} offsets={listOffsets(zone)} now={Date.now()} brand={getBrand()}>
          {children}
        </RootProviders>
      </body>
    </html>
  )
}
