import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { RootProviders } from '#components/layout/root-providers.tsx'
import { fontVariables } from '#components/ui/fonts.ts'
import { storedChoice } from '#components/ui/stored-choice.ts'
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

/** Reads the request headers, so that every page renders per request, as the CSP nonce requires. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [requestHeaders, requestCookies] = await Promise.all([headers(), cookies()])
  const nonce = requestHeaders.get('x-nonce') ?? undefined
  return (
    <html lang="en" className={`${fontVariables} font-sans antialiased`} suppressHydrationWarning>
      <body className="min-h-dvh">
        <RootProviders nonce={nonce} zone={storedChoice(requestCookies, 'zone')} now={Date.now()} brand={getBrand()}>
          {children}
        </RootProviders>
      </body>
    </html>
  )
}
