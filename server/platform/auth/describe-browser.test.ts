import { expect, test } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36 Edg/140.0.0.0`, 'Microsoft Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chromium} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
])('names browser and system of %s', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words)
})

test.each([null, '', 'curl/8.1', '<script>alert(1)</script>', `Firefox/${'1'.repeat(600)}`])(
  'returns null for %j',
  (userAgent) => {
    expect(describeBrowser(userAgent)).toBeNull()
  },
)
