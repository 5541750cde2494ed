import localFont from 'next/font/local'

// Latin letters are a third of the whole font. Browsers load the rest when a page has other letters.
const sans = localFont({
  src: '../../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
})
const sansExtended = localFont({
  src: '../../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2',
  variable: '--font-geist-sans-extended',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+1E00-1E9F' }],
})
// Used from the second page on: replacing the fallback after the first paint would move the text below.
const mono = localFont({
  src: '../../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  display: 'optional',
  adjustFontFallback: false,
})

/** Classes of the root element that define the fonts. */
export const fontVariables = [sans, sansExtended, mono].map(({ variable }) => variable).join(' ')
