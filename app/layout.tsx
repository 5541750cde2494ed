import './globals.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { RootProviders } from '#components/layout/root-providers.tsx'
import { toKnownZone } from '#components/ui/stored-choice.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

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
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang="en" className={`${fontVariables} font-sans antialiased`} suppressHydrationWarning>
      <body className="min-h-dvh">
        <script nonce={nonce} suppressHydrationWarning>
          {earlyClickScript}
        </script>
        <RootProviders nonce={nonce} now={Date.now()} {...getOrganisation()}>
          {children}
        </RootProviders>
      </body>
    </html>
  )
}

// Latin letters are a third of the whole font. Browsers load the rest when a page has other letters.
const sans = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
})
const sansExtended = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2',
  variable: '--font-geist-sans-extended',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+1E00-1E9F' }],
})
// Used from the second page on: replacing the fallback after the first paint would move the text below.
const mono = localFont({
  src: '../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  display: 'optional',
  adjustFontFallback: false,
})

const fontVariables = [sans, sansExtended, mono].map(({ variable }) => variable).join(' ')

/** Returns time zone, name and logo of the organisation; UTC and none while the service starts. */
function getOrganisation(): { zone: string; brand: { name: string | null; logo: string | null } } {
  try {
    const { time_zone: zone, organisation_name: name, organisation_logo: logo } = getSettings()
    return { zone: toKnownZone(zone), brand: { name, logo } }
  } catch {
    return { zone: 'UTC', brand: { name: null, logo: null } }
  }
}
